// Drafts of a text that are offered beside it: those of this device, and the writer's own at the server.
import type { ActivityForm } from '../writing/activity-form.ts'
import type { Offer } from '../../base/drafts/use-draft.ts'

export type Written = { title: string; body: string }

/** A type without a text writes its title alone. */
export const writtenIn = ({ title, own }: ActivityForm): Written => ({ title, body: (own as { body?: string }).body ?? '' })
export const withText = (form: ActivityForm, { title, body }: Written): ActivityForm => ({
  ...form,
  title,
  own: 'body' in form.own ? { ...form.own, body } : form.own,
})
export const plainText = ({ title, body }: Written) =>
  [title, new DOMParser().parseFromString(body, 'text/html').body.textContent ?? ''].filter(Boolean).join('\n')

/** `done` after it was compared; missing where it only goes. */
type TextOffer = Offer<ActivityForm> & { done?: () => void }

/** The draft at the server is hidden only behind one of this device with the same text. `settle` ends the wait for a choice: what is written
 *  stays, or the draft at the server goes. */
export function offersOf(
  device: readonly Offer<ActivityForm>[],
  server: { at: number; value: ActivityForm; version: number } | null,
  { take, settle }: { take: (value: ActivityForm) => void; settle: (outcome: 'kept' | 'dropped') => void },
): TextOffer[] {
  if (!server) return [...device]
  const words = plainText(writtenIn(server.value))
  const isSame = ({ value }: Offer<ActivityForm>) => plainText(writtenIn(value)) === words
  const settling = (offer: Offer<ActivityForm>): TextOffer => {
    const and = (act: () => void, outcome: 'kept' | 'dropped') => () => {
      act()
      settle(outcome)
    }
    return { ...offer, take: and(offer.take, 'kept'), drop: and(offer.drop, 'dropped'), done: and(offer.drop, 'kept') }
  }
  if (device.some(isSame)) return device.map((offer) => (isSame(offer) ? settling(offer) : offer))
  const own: Offer<ActivityForm> = {
    ...server,
    key: 'server',
    base: undefined,
    outdated: true,
    take: () => take(server.value),
    drop: () => {},
  }
  return [settling(own), ...device]
}
