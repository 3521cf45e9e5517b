// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Tokens {
    function transfer(address to, uint256 value) external returns (bool);
    function balanceOf(address owner) external view returns (uint256);
}

/// Two tokens whose product may not shrink by a trade; 0.3% of what is paid in stays.
contract Pair {
    address public immutable token0;
    address public immutable token1;
    uint112 private reserve0;
    uint112 private reserve1;

    event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to);

    constructor(address token0_, address token1_) {
        token0 = token0_;
        token1 = token1_;
    }

    function getReserves() external view returns (uint112, uint112, uint32) {
        return (reserve0, reserve1, 0);
    }

    /// Takes what was sent before as liquidity.
    function sync() public {
        reserve0 = uint112(Tokens(token0).balanceOf(address(this)));
        reserve1 = uint112(Tokens(token1).balanceOf(address(this)));
    }

    /// Gives the amounts out; what was sent before is the payment.
    function swap(uint256 amount0Out, uint256 amount1Out, address to) external {
        if (amount0Out > 0) Tokens(token0).transfer(to, amount0Out);
        if (amount1Out > 0) Tokens(token1).transfer(to, amount1Out);
        uint256 balance0 = Tokens(token0).balanceOf(address(this));
        uint256 balance1 = Tokens(token1).balanceOf(address(this));
        uint256 amount0In = balance0 > reserve0 - amount0Out ? balance0 - (reserve0 - amount0Out) : 0;
        uint256 amount1In = balance1 > reserve1 - amount1Out ? balance1 - (reserve1 - amount1Out) : 0;
        require(
            (balance0 * 1000 - amount0In * 3) * (balance1 * 1000 - amount1In * 3) >= uint256(reserve0) * reserve1 * 1000 ** 2, "K"
        );
        sync();
        emit Swap(msg.sender, amount0In, amount1In, amount0Out, amount1Out, to);
    }
}

contract PairFactory {
    address[] public allPairs;

    event PairCreated(address indexed token0, address indexed token1, address pair, uint256 count);

    function allPairsLength() external view returns (uint256) {
        return allPairs.length;
    }

    function createPair(address tokenA, address tokenB) external {
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        Pair pair = new Pair(token0, token1);
        allPairs.push(address(pair));
        emit PairCreated(token0, token1, address(pair), allPairs.length);
    }
}

/// Emits what a pair would, without being one: anybody can.
contract Impostor {
    event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to);

    function pretend(uint256 amount) external {
        emit Swap(msg.sender, amount, 0, 0, amount, msg.sender);
    }
}
