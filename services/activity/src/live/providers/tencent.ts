// The provider Tencent Meeting, by its public documentation: requests are signed with the key of the organisation's own app. It was never tried on the
// service itself.
import { createHmac, randomInt } from 'node:crypto'
import { ProviderFailed, type Reason } from './asking.ts'
import { httpsAddress, isBelow } from './link.ts'
import type { At, MadeMeetings, MeetingDraft, MeetingProvider, ProviderRecording } from './provider.ts'

type Answer = Record<string, unknown>
type Request = { method?: 'GET' | 'POST' | 'PUT'; body?: Answer }

const origin = 'https://api.meeting.qq.com'
/** At these, or below them, its meetings are joined. */
const hosts = ['meeting.tencent.com', 'voovmeeting.com']
/** A personal computer: the service wants to know from which device it is called. */
const device = 1
const reasons: Record<string, Reason> = { '9008': 'quota', '9098': 'quota', '9003': 'gone', '9002': 'gone' }

const objectOf = (value: unknown): Answer => (value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Answer) : {})
const listOf = (value: unknown): Answer[] => (Array.isArray(value) ? value.map(objectOf) : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')

/** Method, the three signed headers, address with its query, body: each on a line. */
export function signatureOf(secret: string, method: string, headers: Record<string, string>, uri: string, body: string): string {
  const line = ['X-TC-Key', 'X-TC-Nonce', 'X-TC-Timestamp'].map((name) => `${name}=${headers[name]}`).join('&')
  const hex = createHmac('sha256', secret).update(`${method}\n${line}\n${uri}\n${body}`).digest('hex')
  return Buffer.from(hex).toString('base64')
}

async function call(at: At, uri: string, { method = 'GET', body }: Request = {}): Promise<Answer> {
  const { account, secret, now } = at
  const sent = body ? JSON.stringify(body) : ''
  const headers: Record<string, string> = {
    'X-TC-Key': account.secret_id ?? '',
    'X-TC-Nonce': String(randomInt(1, 2 ** 31)),
    'X-TC-Timestamp': String(Math.floor(now.getTime() / 1000)),
    AppId: account.app_id ?? '',
    SdkId: account.sdk_id ?? '',
    'X-TC-Registered': '1',
    'content-type': 'application/json',
  }
  headers['X-TC-Signature'] = signatureOf(secret, method, headers, uri, sent)
  const { status, text } = await at.ask(new URL(uri, origin), { method, headers, ...(body && { body: sent }) })
  const answer = answerIn(text)
  // its own refusals come with 400 and with 500
  const refusal = objectOf(answer?.error_info)
  if (answer && 'error_info' in answer) {
    const code = textOf(refusal.new_error_code) || textOf(refusal.error_code)
    const known = reasons[textOf(refusal.error_code)] ?? reasons[code]
    throw new ProviderFailed(known ?? (/超过限制|exceed/i.test(textOf(refusal.message)) ? 'quota' : 'refused'), code)
  }
  if (status >= 500 || status === 429) throw new ProviderFailed('down', `status ${status}`)
  if (status >= 400) throw new ProviderFailed('refused', `status ${status}`)
  if (!answer) throw new ProviderFailed('refused', 'format')
  return answer
}

function answerIn(text: string): Answer | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Answer) : undefined
  } catch {
    return undefined
  }
}

const seconds = (time: Date) => String(Math.floor(time.getTime() / 1000))
/** Milliseconds that one without an end lasts. */
const anHour = 3_600_000

/** One that has no start begins now. */
function drafted({ account, now }: At, { title, starts, ends, record, muted }: MeetingDraft): Answer {
  const begin = starts && starts > now ? starts : now
  const end = ends && ends > begin ? ends : new Date(begin.getTime() + anHour)
  return {
    userid: account.operator_id ?? '',
    instanceid: device,
    subject: [...title].slice(0, 80).join(''),
    start_time: seconds(begin),
    end_time: seconds(end),
    settings: { mute_enable_join: muted, auto_record_type: record ? 'cloud' : 'none' },
  }
}
const user = (at: At) => new URLSearchParams({ userid: at.account.operator_id ?? '', instanceid: String(device) }).toString()
const path = (ref: string) => `/v1/meetings/${encodeURIComponent(ref)}`
const over = (at: At) => ({ userid: at.account.operator_id ?? '', instanceid: device, reason_code: 1, reason_detail: '' })
const unlessGone = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => {},
    (error: unknown) => {
      if (!(error instanceof ProviderFailed && error.reason === 'gone')) throw error
    },
  )

const key = { pattern: /^[\x21-\x7e]{1,200}$/ }
const made: MadeMeetings = {
  early: true,
  fields: { app_id: key, sdk_id: key, secret_id: key, operator_id: key },
  // a meeting is not tried: an account has few of them in a month
  steps: { secret: async (at) => void (await call(at, `/v1/meetings?${user(at)}`)) },
  async create(at, meeting) {
    const answer = await call(at, '/v1/meetings', { method: 'POST', body: { ...drafted(at, meeting), type: 0 } })
    const [info] = listOf(answer.meeting_info_list)
    const [ref, url] = [textOf(info?.meeting_id), httpsAddress(textOf(info?.join_url))]
    if (ref === '' || !url || !isBelow(url.hostname, hosts)) throw new ProviderFailed('refused', 'format')
    return { ref, address: url.href }
  },
  change: async (at, ref, meeting) => void (await call(at, path(ref), { method: 'PUT', body: drafted(at, meeting) })),
  cancel: (at, ref) => unlessGone(call(at, `${path(ref)}/cancel`, { method: 'POST', body: over(at) })),
  end: (at, ref) => unlessGone(call(at, `${path(ref)}/dismiss`, { method: 'POST', body: { ...over(at), retrieve_code: 0 } })),
  // everybody comes by one address: who is there is known by whose way in led through here
  async state(at, ref) {
    try {
      const [info] = listOf((await call(at, `${path(ref)}?${user(at)}`)).meeting_info_list)
      return { running: textOf(info?.status) === 'MEETING_STATE_STARTED', people: [] }
    } catch (error) {
      if (error instanceof ProviderFailed && error.reason === 'gone') return { running: false, people: [] }
      throw error
    }
  },
  filmsExpire: true,
  async recordings(at, ref) {
    const query = new URLSearchParams({
      meeting_id: ref,
      userid: at.account.operator_id ?? '',
      start_time: seconds(new Date(at.now.getTime() - 7 * 86_400_000)),
      end_time: seconds(at.now),
      page: '1',
      page_size: '20',
    })
    const records = listOf((await call(at, `/v1/records?${query}`)).record_meetings)
    const found: ProviderRecording[] = []
    for (const record of records) {
      const films = at.fetches && textOf(record.state) === '3' ? await filmsOf(at, listOf(record.record_files)) : []
      found.push(...recordingOf(record).map((one) => ({ ...one, ...(films.length > 0 && { films }) })))
    }
    return found
  },
}

/** Of one in several files none is the whole of it. Their addresses hold for hours: each time they are new. */
async function filmsOf(at: At, files: Answer[]): Promise<string[]> {
  const [file, ...others] = files
  if (!file || others.length > 0) return []
  const id = textOf(file.record_file_id)
  const known = textOf(file.download_address)
  try {
    const address =
      known || id === '' ? known : textOf((await call(at, `/v1/addresses/${encodeURIComponent(id)}?${user(at)}`)).download_address)
    const url = httpsAddress(address)
    return url ? [url.href] : []
  } catch (error) {
    // the account may not download: the page stays
    if (error instanceof ProviderFailed && error.reason !== 'down') return []
    throw error
  }
}

/** States: 1 it records, 2 it is converted, 3 it is ready. Files of one recording share its link. */
function recordingOf(record: Answer): ProviderRecording[] {
  const id = textOf(record.meeting_record_id)
  if (id === '') return []
  const page = listOf(record.record_files)
    .map((file) => httpsAddress(textOf(file.sharing_url) || textOf(file.view_address)))
    .find((url) => url !== undefined)
  const ready = textOf(record.state) === '3'
  return [{ id, title: textOf(record.subject), ready, ...(ready && page && { page: page.href }) }]
}

export const tencent: MeetingProvider = {
  name: 'tencent',
  made,
  join: ({ kept }) => Promise.resolve(kept === undefined ? undefined : { url: kept }),
}
