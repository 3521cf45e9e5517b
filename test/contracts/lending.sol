// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Tokens {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function transfer(address to, uint256 value) external returns (bool);
}

/// Stands for what was supplied to a market and keeps its tokens; only its pool may move them.
contract Receipt {
    address private immutable pool = msg.sender;
    uint256 public totalSupply;

    function mint(uint256 value) external {
        require(msg.sender == pool);
        totalSupply += value;
    }

    function pay(address token, address to, uint256 value) external {
        require(msg.sender == pool);
        Tokens(token).transfer(to, value);
    }
}

/// Debts of a market: kept without interest, shown with it.
contract Debt {
    LendingPool private immutable pool = LendingPool(msg.sender);
    address private immutable token;
    uint256 private base;

    constructor(address token_) {
        token = token_;
    }

    function mint(uint256 value) external {
        require(msg.sender == address(pool));
        base += value * 1e27 / pool.getReserveNormalizedVariableDebt(token);
    }

    function totalSupply() external view returns (uint256) {
        return base * pool.getReserveNormalizedVariableDebt(token) / 1e27;
    }
}

struct Market {
    uint256 configuration;
    uint128 supplyRate;
    uint128 borrowRate;
    uint256 openedAt;
    Receipt receipt;
    Debt debt;
}

/// Markets at fixed rates, without checks of collateral: what a pool of reserves shows to those who read it.
abstract contract LendingPool {
    address[] internal list;
    mapping(address => Market) internal markets;

    event LiquidationCall(
        address indexed collateralAsset,
        address indexed debtAsset,
        address indexed user,
        uint256 debtToCover,
        uint256 liquidatedCollateralAmount,
        address liquidator,
        bool receiveAToken
    );

    function open(address token, uint256 configuration, uint128 supplyRate, uint128 borrowRate) external {
        list.push(token);
        markets[token] = Market(configuration, supplyRate, borrowRate, block.timestamp, new Receipt(), new Debt(token));
    }

    function getReservesList() external view returns (address[] memory) {
        return list;
    }

    /// Grows in a straight line from 1.
    function getReserveNormalizedVariableDebt(address token) external view returns (uint256) {
        return 1e27 + uint256(markets[token].borrowRate) * (block.timestamp - markets[token].openedAt) / 365 days;
    }

    function supply(address token, uint256 value) external {
        Tokens(token).transferFrom(msg.sender, address(markets[token].receipt), value);
        markets[token].receipt.mint(value);
    }

    function borrow(address token, uint256 value) external {
        markets[token].debt.mint(value);
        markets[token].receipt.pay(token, msg.sender, value);
        borrowed(token, value);
    }

    function borrowed(address token, uint256 value) internal virtual;

    /// Says that the debt of a user was covered by collateral; the liquidator is given it.
    function liquidate(address collateral, address token, uint256 covered, uint256 seized) external {
        markets[collateral].receipt.pay(collateral, msg.sender, seized);
        emit LiquidationCall(collateral, token, msg.sender, covered, seized, msg.sender, false);
    }
}

contract LendingPool2 is LendingPool {
    struct Reserve {
        uint256 configuration;
        uint128 supplyIndex;
        uint128 debtIndex;
        uint128 supplyRate;
        uint128 borrowRate;
        uint128 stableRate;
        uint40 updatedAt;
        address receipt;
        address stableDebt;
        address debt;
        address strategy;
        uint8 id;
    }

    event Borrow(
        address indexed reserve, address user, address indexed onBehalfOf, uint256 amount, uint256 mode, uint256 rate, uint16 indexed referral
    );

    function getReserveData(address token) external view returns (Reserve memory reserve) {
        Market storage market = markets[token];
        reserve.configuration = market.configuration;
        reserve.supplyRate = market.supplyRate;
        reserve.borrowRate = market.borrowRate;
        reserve.receipt = address(market.receipt);
        reserve.debt = address(market.debt);
    }

    function borrowed(address token, uint256 value) internal override {
        emit Borrow(token, msg.sender, msg.sender, value, 2, markets[token].borrowRate, 0);
    }
}

contract LendingPool3 is LendingPool {
    struct Reserve {
        uint256 configuration;
        uint128 supplyIndex;
        uint128 supplyRate;
        uint128 debtIndex;
        uint128 borrowRate;
        uint128 stableRate;
        uint40 updatedAt;
        uint16 id;
        address receipt;
        address stableDebt;
        address debt;
        address strategy;
        uint128 accrued;
        uint128 unbacked;
        uint128 isolatedDebt;
    }

    event Borrow(
        address indexed reserve, address user, address indexed onBehalfOf, uint256 amount, uint8 mode, uint256 rate, uint16 indexed referral
    );

    function getReserveData(address token) external view returns (Reserve memory reserve) {
        Market storage market = markets[token];
        reserve.configuration = market.configuration;
        reserve.supplyRate = market.supplyRate;
        reserve.borrowRate = market.borrowRate;
        reserve.receipt = address(market.receipt);
        reserve.debt = address(market.debt);
    }

    function borrowed(address token, uint256 value) internal override {
        emit Borrow(token, msg.sender, msg.sender, value, 2, markets[token].borrowRate, 0);
    }
}
