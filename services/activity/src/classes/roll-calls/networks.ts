// The network of a caller: the first 24 bits of an IPv4 address, the first 48 of an IPv6 one.
import { context } from '@lyceum/kit/calls/context'
import { addressOf } from '../../exams/attempts/rules.ts'
import { type Codes, networkSum } from './codes.ts'

/** The sum of the present caller's network; null where the address is unknown. */
export function callersNetwork(codes: Codes): string | null {
  const address = addressOf(context()?.address ?? '')
  if (!address) return null
  const kept = address.bits === 32 ? 24 : 48
  return networkSum(codes, `${address.bits} ${address.value >> BigInt(address.bits - kept)}`)
}
