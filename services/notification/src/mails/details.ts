// Details of a notification beside its sentence: time, place, and the words of its sender.
import { flat } from '@lyceum/kit/messages/letter'
import { localOf } from '@lyceum/kit/text/time-zones'
import type { Payload } from '../notifications/api.ts'

/** As the page shows times: 2026.11.24 09:00. */
const shownTime = (zone: string, time: string) =>
  new Date(localOf(zone, Date.parse(time))).toISOString().slice(0, 16).replaceAll('-', '.').replace('T', ' ')

/** Whole days are the same days everywhere; of those several the last one is a day before the end. */
function whenOf({ start, end }: Record<string, string>, zone: string): string {
  if (!start) return ''
  if (start.length === 10) {
    const last = end ? new Date(Date.parse(end) - 86_400_000).toISOString().slice(0, 10) : start
    return (last > start ? `${start} – ${last}` : start).replaceAll('-', '.')
  }
  const [from, to] = [shownTime(zone, start), end ? shownTime(zone, end) : '']
  const until = to.slice(0, 10) === from.slice(0, 10) ? to.slice(11) : to
  return `${until ? `${from} – ${until}` : from} (${zone})`
}

/** Lines of plain text, by the reader's clock; none for what has neither time nor place. Paragraphs of words stay apart by an empty one. */
export function detailsOf({ params }: Pick<Payload, 'params'>, zone: string): string[] {
  const { location = '', content = '' } = params
  const words = content.trim()
  return [...[whenOf(params, zone), flat(location)].filter(Boolean), ...(words ? words.split('\n').map(flat) : [])]
}
