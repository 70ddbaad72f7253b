// The calls of spec §7 (calls.ts) against the contract tables of every service and the BFF.
import { expect, test } from 'vitest'
import { bffCalls } from '../../bff/src/api.ts'
import { contracts } from '../../services/contracts.ts'
import { bytesCalls } from '../../services/upload/src/bytes/api.ts'
import { specCalls } from './calls.ts'

/** Path parts lose their names: `/api/user/links/:` */
const nameless = (key: string) => key.replaceAll(/:\w+/g, ':')
const mounted = new Set([bffCalls, bytesCalls, ...Object.values(contracts)].flatMap((table) => Object.keys(table).map(nameless)))
const isOneCall = (call: string) => /^(GET|POST|PUT|DELETE) \/[^…]+$/.test(call)

test('145 calls, each once', () => {
  expect(specCalls).toHaveLength(145)
  expect(new Set(specCalls.map(([, call]) => call)).size).toBe(145)
})
const single = specCalls.map(([section, call, state, key]) => [section, key ?? call, state] as const).filter(([, call]) => isOneCall(call))
test.each(single)('%s %s: %s', (_, call, state) => {
  expect(mounted.has(nameless(call))).toBe([true, 'part', 'provider'].includes(state as string | true))
})
