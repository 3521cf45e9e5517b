// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A plain ERC-20 whose supply anyone may change.
contract Token {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
    }

    function mint(address to, uint256 value) external {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function burn(address from, uint256 value) external {
        balanceOf[from] -= value;
        totalSupply -= value;
        emit Transfer(from, address(0), value);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) private {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

/// An early token: its name and symbol are bytes32, and it has no decimals.
contract Bytes32Token {
    bytes32 public name;
    bytes32 public symbol;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(bytes32 name_, bytes32 symbol_) {
        name = name_;
        symbol = symbol_;
    }

    function mint(address to, uint256 value) external {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }
}

/// A token that refuses to say what anyone has; `spendGas` makes the refusal eat all the gas it is given.
contract BrokenToken {
    string public symbol = "BROKEN";
    uint8 public constant decimals = 18;
    bool public immutable spendGas;

    constructor(bool spendGas_) {
        spendGas = spendGas_;
    }

    function balanceOf(address) external view returns (uint256) {
        if (spendGas) assembly { invalid() }
        revert("balances are closed");
    }
}

/// Makes many events in one transaction, so that tests of long ranges are quick.
contract Loud {
    event Said(uint256 indexed number, address indexed who, uint256 value);

    uint256 public said;

    function say(uint256 times) external {
        for (uint256 index = 0; index < times; index++) {
            emit Said(said, msg.sender, said * 2);
            said++;
        }
    }
}
