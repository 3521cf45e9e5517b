// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A token for staked coins: rewards raise what one token stands for.
contract StakedCoin {
    string public symbol = "stCOIN";
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    uint256 public totalStaked;
    mapping(address => uint256) public balanceOf;

    function stake() external payable {
        uint256 shares = totalSupply == 0 ? msg.value : msg.value * totalSupply / totalStaked;
        totalSupply += shares;
        totalStaked += msg.value;
        balanceOf[msg.sender] += shares;
    }

    /// What validators earned, the protocol's part already taken out.
    function reward() external payable {
        totalStaked += msg.value;
    }

    function getExchangeRate() external view returns (uint256) {
        return getCoinsByShares(1e18);
    }

    function getCoinsByShares(uint256 shares) public view returns (uint256) {
        return totalSupply == 0 ? shares : shares * totalStaked / totalSupply;
    }
}
