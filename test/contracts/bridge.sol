// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// The events of a bridge that locks and releases on this side, and mints and burns what came from elsewhere.
contract Bridge {
    struct Message {
        address token;
        uint256 amount;
    }

    event Locked(address indexed from, bytes32 to, Message message, uint32 indexed domain);
    event Released(address indexed token, address indexed to, uint256 amount, uint32 sourceDomain);
    event Failed(uint256 reason);

    function lock(address token, uint256 amount, bytes32 to, uint32 domain) external payable {
        emit Locked(msg.sender, to, Message(token, amount), domain);
    }

    function release(address token, address to, uint256 amount, uint32 sourceDomain) external {
        emit Released(token, to, amount, sourceDomain);
    }

    /// Says something and takes it back: a transaction that failed has no events.
    function fail() external {
        emit Failed(1);
        revert("no");
    }
}

/// Sends somebody's transfer on: its sender is not who called the bridge.
contract Forwarder {
    function lock(Bridge bridge, address token, uint256 amount, bytes32 to, uint32 domain) external {
        bridge.lock(token, amount, to, domain);
    }
}
