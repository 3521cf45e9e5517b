// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A pair that trades as often as it is told, so that a busy day takes few transactions. Its reserves stay as they are.
contract BusyPair {
    address public immutable token0;
    address public immutable token1;
    uint256 private trades;

    event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to);

    constructor(address token0_, address token1_) {
        token0 = token0_;
        token1 = token1_;
    }

    function getReserves() external pure returns (uint112, uint112, uint32) {
        return (1_000 ether, 1_000 ether, 0);
    }

    /// One to ten thousandths of a token are paid in, now of one token, now of the other.
    function trade(uint256 times) external {
        uint256 first = trades;
        for (uint256 index = first; index < first + times; index++) {
            uint256 amount = (index % 10 + 1) * 0.001 ether;
            if (index % 2 == 0) emit Swap(msg.sender, amount, 0, 0, amount, tx.origin);
            else emit Swap(msg.sender, 0, amount, amount, 0, tx.origin);
        }
        trades = first + times;
    }
}

contract BusyFactory {
    address[] public allPairs;
    address[] private tokens;

    constructor(address[] memory tokens_) {
        tokens = tokens_;
    }

    function allPairsLength() external view returns (uint256) {
        return allPairs.length;
    }

    /// Every token with the one after it, then with the one after that, and so on: no pair twice.
    function createPairs(uint256 count) external {
        for (uint256 made = 0; made < count; made++) {
            uint256 index = allPairs.length;
            address one = tokens[index % tokens.length];
            address other = tokens[(index + 1 + index / tokens.length) % tokens.length];
            allPairs.push(address(one < other ? new BusyPair(one, other) : new BusyPair(other, one)));
        }
    }

    function trade(uint256 from, uint256 to, uint256 times) external {
        for (uint256 index = from; index < to; index++) BusyPair(allPairs[index]).trade(times);
    }
}
