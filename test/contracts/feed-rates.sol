// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IToken {
    function balanceOf(address owner) external view returns (uint256);
}

/// A vault whose shares have three decimals more than its asset; whatever it holds belongs to its shares.
contract Vault {
    IToken public immutable asset;
    uint8 public immutable decimals;
    string public constant symbol = "vTEST";
    uint256 public totalSupply;

    constructor(IToken asset_, uint8 assetDecimals) {
        asset = asset_;
        decimals = assetDecimals + 3;
    }

    function mint(uint256 shares) external {
        totalSupply += shares;
    }

    function convertToAssets(uint256 shares) external view returns (uint256) {
        return totalSupply == 0 ? shares / 1000 : shares * asset.balanceOf(address(this)) / totalSupply;
    }
}

/// A staked coin whose rate its issuer sets, for the token as a whole or for an amount.
contract Staked {
    string public constant symbol = "stTEST";
    uint8 public constant decimals = 18;
    uint256 public exchangeRate;

    function setRate(uint256 rate) external {
        exchangeRate = rate;
    }

    function toCoin(uint256 amount) external view returns (uint256) {
        return amount * exchangeRate / 1e18;
    }
}
