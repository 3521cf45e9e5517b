# An object store that checks signatures: says its URL and a key, and serves until its input
# ends.
import json
import os
import sys

BUCKET, USER = sys.argv[1], "almanac"
# The calls that make the user, its key, its rights and the bucket; all others are checked.
os.environ["INITIAL_NO_AUTH_ACTION_COUNT"] = "4"

import boto3
from moto.server import ThreadedMotoServer

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
url = f"http://{host}:{port}"
options = dict(endpoint_url=url, region_name="us-east-1", aws_access_key_id="x", aws_secret_access_key="x")
iam = boto3.client("iam", **options)
iam.create_user(UserName=USER)
key = iam.create_access_key(UserName=USER)["AccessKey"]
allowed = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}
iam.put_user_policy(UserName=USER, PolicyName="all", PolicyDocument=json.dumps(allowed))
boto3.client("s3", **options).create_bucket(Bucket=BUCKET)
print(json.dumps({"url": url, "keyId": key["AccessKeyId"], "secret": key["SecretAccessKey"]}), flush=True)
sys.stdin.read()
server.stop()
