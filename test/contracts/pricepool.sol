// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IToken {
    function balanceOf(address owner) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// A constant-product pair without a fee that keeps no sums of its prices.
contract PlainPair {
    address public token0;
    address public token1;
    uint112 internal reserve0;
    uint112 internal reserve1;
    uint32 internal last;

    constructor(address token0_, address token1_) {
        token0 = token0_;
        token1 = token1_;
    }

    function getReserves() external view returns (uint112, uint112, uint32) {
        return (reserve0, reserve1, last);
    }

    /// Takes what was sent here into the reserves.
    function sync() public virtual {
        reserve0 = uint112(IToken(token0).balanceOf(address(this)));
        reserve1 = uint112(IToken(token1).balanceOf(address(this)));
        last = uint32(block.timestamp);
    }

    /// Gives the other token for what is paid in, at x * y = k.
    function swap(address paid, uint256 amount) external {
        bool first = paid == token0;
        IToken(paid).transferFrom(msg.sender, address(this), amount);
        (uint256 has, uint256 other) = first ? (reserve0, reserve1) : (reserve1, reserve0);
        IToken(first ? token1 : token0).transfer(msg.sender, other - has * other / (has + amount));
        sync();
    }
}

/// The same with sums of both prices over time, in 2^-112.
contract SummingPair is PlainPair {
    uint256 public price0CumulativeLast;
    uint256 public price1CumulativeLast;

    constructor(address token0_, address token1_) PlainPair(token0_, token1_) {}

    function sync() public override {
        uint256 passed = block.timestamp - last;
        if (last != 0 && reserve0 != 0 && reserve1 != 0) {
            price0CumulativeLast += (uint256(reserve1) << 112) / reserve0 * passed;
            price1CumulativeLast += (uint256(reserve0) << 112) / reserve1 * passed;
        }
        super.sync();
    }
}

/// The oracle of a pool with ticks: its state is set by hand, its sums grow with time as in a real one.
contract TickPool {
    address public token0;
    address public token1;
    int24 public constant tickSpacing = 60;
    uint128 public liquidity;
    uint160 public sqrtPriceX96;
    int24 public tick;
    bool public immutable remembers;
    mapping(int24 => int128) private nets;

    struct Observation {
        uint32 at;
        int56 ticks;
        uint160 perLiquidity;
        int24 tick;
        uint128 liquidity;
    }

    Observation[] private observations;

    constructor(address token0_, address token1_, bool remembers_) {
        token0 = token0_;
        token1 = token1_;
        remembers = remembers_;
    }

    function set(uint160 sqrtPriceX96_, int24 tick_, uint128 liquidity_) external {
        int56 ticks;
        uint160 perLiquidity;
        if (observations.length > 0) (ticks, perLiquidity) = sumsAt(uint32(block.timestamp));
        observations.push(Observation(uint32(block.timestamp), ticks, perLiquidity, tick_, liquidity_));
        (sqrtPriceX96, tick, liquidity) = (sqrtPriceX96_, tick_, liquidity_);
    }

    function setTick(int24 at, int128 net) external {
        nets[at] = net;
    }

    function slot0() external view returns (uint160, int24, uint16, uint16, uint16, uint8, bool) {
        return (sqrtPriceX96, tick, 0, 0, 0, 0, true);
    }

    function ticks(int24 at) external view returns (uint128, int128, uint256, uint256) {
        int128 net = nets[at];
        return (uint128(net < 0 ? -net : net), net, 0, 0);
    }

    function observe(uint32[] calldata ago) external view returns (int56[] memory sums, uint160[] memory perLiquidity) {
        require(remembers, "OLD");
        sums = new int56[](ago.length);
        perLiquidity = new uint160[](ago.length);
        for (uint256 index = 0; index < ago.length; index++) {
            (sums[index], perLiquidity[index]) = sumsAt(uint32(block.timestamp) - ago[index]);
        }
    }

    function sumsAt(uint32 at) private view returns (int56, uint160) {
        for (uint256 index = observations.length; index > 0; index--) {
            Observation storage one = observations[index - 1];
            if (one.at > at) continue;
            uint32 passed = at - one.at;
            uint128 reach = one.liquidity == 0 ? 1 : one.liquidity;
            return (one.ticks + int56(one.tick) * int56(uint56(passed)), one.perLiquidity + uint160((uint256(passed) << 128) / reach));
        }
        revert("OLD");
    }
}
