// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A token that lost its supply: it answers nothing but its decimals.
contract SilentStable {
    uint8 public constant decimals = 6;
}
