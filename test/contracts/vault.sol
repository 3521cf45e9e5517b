// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Tokens {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function balanceOf(address owner) external view returns (uint256);
    function decimals() external view returns (uint8);
}

/// A vault of ERC-4626 whose shares are worth what it holds: whatever it is sent is earned by its shares.
contract Vault {
    address public immutable asset;
    string public symbol;
    uint8 public immutable decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    constructor(address asset_, string memory symbol_) {
        asset = asset_;
        symbol = symbol_;
        decimals = Tokens(asset_).decimals();
    }

    function totalAssets() public view returns (uint256) {
        return Tokens(asset).balanceOf(address(this));
    }

    function convertToAssets(uint256 shares) external view returns (uint256) {
        return totalSupply == 0 ? shares : shares * totalAssets() / totalSupply;
    }

    function deposit(uint256 assets, address receiver) external {
        uint256 shares = totalSupply == 0 ? assets : assets * totalSupply / totalAssets();
        Tokens(asset).transferFrom(msg.sender, address(this), assets);
        totalSupply += shares;
        balanceOf[receiver] += shares;
    }
}
