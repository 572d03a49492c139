import base64, hashlib, hmac, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["SECRET"].removeprefix("whsec_"))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        sent = self.headers.get("webhook-timestamp", "0")
        signed = f"{self.headers.get('webhook-id')}.{sent}.".encode() + body
        digest = base64.b64encode(hmac.digest(KEY, signed, hashlib.sha256)).decode()
        signatures = self.headers.get("webhook-signature", "").split(" ")
        verified = any(hmac.compare_digest(f"v1,{digest}", each) for each in signatures)
        is_new = abs(time.time() - int(sent)) < 300
        self.send_response(204 if verified and is_new else 400)
        self.end_headers()
        if verified and is_new:
            print(body.decode(), flush=True)


HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()
