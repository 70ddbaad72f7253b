// A write that the browser finishes after the page is closed; its answer is not read.
import { currentScope, newKey } from '../../../client.ts'

export function sendWhileLeaving(path: string, body: object, method: 'POST' | 'PUT' = 'POST'): void {
  const scope = currentScope()
  if (!scope) return
  void fetch(path, {
    method,
    keepalive: true,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'request-scope': scope.org, 'lyceum-person': scope.person, 'idempotency-key': newKey() },
  }).catch(() => {})
}
