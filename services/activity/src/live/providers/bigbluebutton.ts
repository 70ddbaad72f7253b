// The provider BigBlueButton, by its public documentation: requests are signed with the server's secret, answers are XML.
import { createHash, createHmac } from 'node:crypto'
import { childOf, childrenOf, readXml, textIn, type XmlElement, XmlRefused } from '@lyceum/kit/text/xml'
import { checkStatus, ProviderFailed } from './asking.ts'
import { httpsAddress } from './link.ts'
import type { At, MadeMeetings, MeetingDraft, MeetingProvider, ProviderRecording } from './provider.ts'

const hashes = ['sha256', 'sha1', 'sha512'] as const
type Values = Record<string, string>

/** An address with or without /api or a slash at its end is the same. */
const base = ({ account }: At) => `${(account.url ?? '').replace(/\/+$/, '').replace(/\/api$/, '')}/api`

/** The query is signed exactly as it is sent. */
function signed(at: At, call: string, values: Values): URL {
  const query = new URLSearchParams(values).toString()
  const hash = hashes.find((one) => one === at.account.hash) ?? 'sha256'
  const checksum = createHash(hash)
    .update(call + query + at.secret)
    .digest('hex')
  return new URL(`${base(at)}/${call}?${query === '' ? '' : `${query}&`}checksum=${checksum}`)
}

async function answerOf(at: At, url: URL): Promise<XmlElement> {
  const { status, text } = await at.ask(url)
  checkStatus(status)
  try {
    const root = readXml(text, { elements: 60_000, depth: 40 })
    if (textOf(root, 'returncode') === 'SUCCESS') return root
    const key = textOf(root, 'messageKey')
    throw new ProviderFailed(key === 'notFound' ? 'gone' : 'refused', key || `status ${status}`)
  } catch (error) {
    throw error instanceof XmlRefused ? new ProviderFailed('refused', 'format') : error
  }
}

const textOf = (element: XmlElement, name: string) => textIn(childOf(element, name)).trim()
const call = (at: At, name: string, values: Values = {}) => answerOf(at, signed(at, name, values))
/** Of a meeting that is no more it is done already. */
const unlessGone = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => {},
    (error: unknown) => {
      if (!(error instanceof ProviderFailed && error.reason === 'gone')) throw error
    },
  )

/** Names of 2 to 64 letters are taken. */
const named = (title: string) => [...title].slice(0, 64).join('').padEnd(2, '.')

/** The same id twice is one meeting only with the same passwords: without them the server makes new ones each time. Nobody joins with them. */
function drafted(at: At, { id, title, record, muted }: MeetingDraft): Values {
  const password = (role: string) => createHmac('sha256', at.secret).update(`${role} ${id}`).digest('hex').slice(0, 32)
  return {
    name: named(title),
    meetingID: id,
    attendeePW: password('guest'),
    moderatorPW: password('host'),
    record: String(record),
    allowStartStopRecording: String(record),
    muteOnStart: String(muted),
    meetingExpireIfNoUserJoinedInMinutes: '20',
  }
}
const created = (at: At, meeting: MeetingDraft) => call(at, 'create', drafted(at, meeting))

const made: MadeMeetings = {
  early: false,
  fields: {
    url: { pattern: /^https?:\/\/[\x21-\x7e]{3,500}$/ },
    hash: { pattern: /^\w{4,8}$/, choices: hashes },
  },
  steps: {
    server: async (at) => void (await answerOf(at, new URL(base(at)))),
    secret: async (at) => void (await call(at, 'isMeetingRunning', { meetingID: 'test' })),
    async meeting(at) {
      const id = `test-${createHmac('sha256', at.secret).update(at.now.toISOString()).digest('hex').slice(0, 24)}`
      await created(at, { id, title: 'Test', starts: null, ends: null, record: false, muted: true })
      await unlessGone(call(at, 'end', { meetingID: id }))
    },
  },
  async create(at, meeting) {
    await created(at, meeting)
    return { ref: meeting.id }
  },
  cancel: (at, ref) => unlessGone(call(at, 'end', { meetingID: ref })),
  end: (at, ref) => unlessGone(call(at, 'end', { meetingID: ref })),
  async state(at, ref) {
    try {
      const info = await call(at, 'getMeetingInfo', { meetingID: ref })
      const list = childOf(info, 'attendees')
      const people = (list ? childrenOf(list, 'attendee') : []).map((one) => ({ alias: textOf(one, 'userID'), seconds: null }))
      return { running: textOf(info, 'running') === 'true', people }
    } catch (error) {
      if (error instanceof ProviderFailed && error.reason === 'gone') return { running: false, people: [] }
      throw error
    }
  },
  async recordings(at, ref) {
    const list = childOf(await call(at, 'getRecordings', { meetingID: ref, state: 'any' }), 'recordings')
    return (list ? childrenOf(list, 'recording') : []).flatMap((one) => recordingOf(one, ref))
  },
}

/** Of its formats the one with slides and sound, else the first that is on the web. */
function recordingOf(one: XmlElement, ref: string): ProviderRecording[] {
  const [id, state] = [textOf(one, 'recordID'), textOf(one, 'state')]
  if (id === '' || textOf(one, 'meetingID') !== ref || state === 'deleted') return []
  const playback = childOf(one, 'playback')
  const formats = (playback ? childrenOf(playback, 'format') : []).map((format) => ({
    type: textOf(format, 'type'),
    url: textOf(format, 'url'),
  }))
  const pages = formats.flatMap(({ type, url }) => {
    const page = httpsAddress(url)
    return page ? [{ type, page: page.href }] : []
  })
  const page = (pages.find(({ type }) => type === 'video' || type === 'presentation') ?? pages[0])?.page
  const films = formats.map(filmsOf).find((list) => list.length > 0)
  const ready = state === 'published' || state === 'unpublished'
  return [{ id, title: textOf(one, 'name'), ready, ...(ready && page !== undefined && { page }), ...(ready && films && { films }) }]
}

/** The format `video` leads to a page beside its file, whose name depends on the release; others to a file at best. */
function filmsOf({ type, url }: { type: string; url: string }): string[] {
  const address = URL.parse(url)
  if (!address || !/^https?:$/.test(address.protocol)) return []
  if (/\.(mp4|m4v|webm)$/i.test(address.pathname)) return [address.href]
  if (type !== 'video') return []
  const folder = `${address.origin}${address.pathname.replace(/\/[^/]*\.html$|\/*$/, '')}`
  return ['video-0.m4v', 'video-0.mp4', 'capture.m4v'].map((name) => `${folder}/${name}${address.search}`)
}

export const bigbluebutton: MeetingProvider = {
  name: 'bigbluebutton',
  made,
  // an empty room is ended by its server: it is made again, which makes no second one, and tells the time that the link is bound to
  async join({ at, meeting }, { alias, name, role }) {
    if (!at) return undefined
    const createTime = textOf(await created(at, meeting), 'createTime')
    if (!/^\d{1,20}$/.test(createTime)) throw new ProviderFailed('refused', 'format')
    const values = {
      fullName: [...name].slice(0, 64).join(''),
      meetingID: meeting.id,
      role: role === 'host' ? 'MODERATOR' : 'VIEWER',
      createTime,
      userID: alias,
      redirect: 'true',
    }
    return { url: signed(at, 'join', values).href, ref: meeting.id }
  },
}
