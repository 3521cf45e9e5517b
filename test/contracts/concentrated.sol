// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Tokens {
    function transfer(address to, uint256 value) external returns (bool);
}

/// A pool that trades as it is told and says so in the words of pools with ranges; what it holds is its balance.
contract RangePool {
    address public immutable token0;
    address public immutable token1;
    uint24 public immutable fee;

    event Swap(
        address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick
    );

    constructor(address token0_, address token1_, uint24 fee_) {
        token0 = token0_;
        token1 = token1_;
        fee = fee_;
    }

    /// What is above zero was sent before; what is below is paid out.
    function swap(int256 amount0, int256 amount1) external {
        if (amount0 < 0) Tokens(token0).transfer(msg.sender, uint256(-amount0));
        if (amount1 < 0) Tokens(token1).transfer(msg.sender, uint256(-amount1));
        emit Swap(msg.sender, msg.sender, amount0, amount1, 1 << 96, 1, 0);
    }
}

contract RangeFactory {
    event PoolCreated(address indexed token0, address indexed token1, uint24 indexed fee, int24 tickSpacing, address pool);

    function createPool(address tokenA, address tokenB, uint24 fee) external {
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        emit PoolCreated(token0, token1, fee, 60, address(new RangePool(token0, token1, fee)));
    }
}
