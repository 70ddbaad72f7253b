// An offered file: the addresses at which upload fetches it for another service, sealed, so that no copy of a topic has them.
import { seal, unseal } from '@lyceum/kit/text/sealed'
import type { GrantKeys } from './grant.ts'

export type Offer = {
  /** The upload that it becomes: at another one it does not open. */
  upload: string
  /** The first that is there is taken. `named`: the operator has named the server, which may be of an inner network. */
  addresses: { url: string; named: boolean }[]
}
const purpose = 'offered file'

export const sealOffer = (keys: GrantKeys, offer: Offer): string => seal(keys, purpose, JSON.stringify(offer))

export function openOffer(keys: GrantKeys, upload: string, sealed: string): Offer | undefined {
  const text = unseal(keys, purpose, sealed)
  const offer = text === undefined ? undefined : (JSON.parse(text) as Offer)
  return offer?.upload === upload ? offer : undefined
}
