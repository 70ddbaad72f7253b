// A stand-in of a BigBlueButton server, made from its public documentation: a request with another checksum is refused as there, and one that the
// documentation does not have is noted as a fault.
import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Meeting = {
  id: string
  name: string
  passwords: string
  createTime: number
  attendees: { userID: string; name: string; role: string }[]
}
type StandInRecording = { recordID: string; meetingID: string; name: string; state: string; url?: string; film?: string }
export type BigBlueButton = {
  /** Its address, as an administrator writes it. */
  url: string
  secret: string
  hash: 'sha256' | 'sha1' | 'sha512'
  meetings: Map<string, Meeting>
  recordings: StandInRecording[]
  /** Files beside its calls, by their paths. */
  films: Map<string, Buffer>
  calls: string[]
  faults: string[]
  /** Follows an address of joining as a browser would: the attendee, or the key of the refusal. */
  follow(url: string): Promise<Meeting['attendees'][number] | string>
  /** Answers every call of this name otherwise. */
  break(name: string, how: (response: ServerResponse) => void): void
  mend(): void
  stop(): void
}

const known: Record<string, readonly string[]> = {
  create: [
    'allowStartStopRecording',
    'attendeePW',
    'checksum',
    'meetingExpireIfNoUserJoinedInMinutes',
    'meetingID',
    'moderatorPW',
    'muteOnStart',
    'name',
    'record',
  ],
  join: ['checksum', 'createTime', 'fullName', 'meetingID', 'redirect', 'role', 'userID'],
  end: ['checksum', 'meetingID'],
  isMeetingRunning: ['checksum', 'meetingID'],
  getMeetingInfo: ['checksum', 'meetingID'],
  getRecordings: ['checksum', 'meetingID', 'state'],
}
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const formatOf = (type: string, url: string | undefined) =>
  url === undefined ? '' : `<format><type>${type}</type><url>${escaped(url)}</url><length>3</length></format>`
const success = (inner: string) => `<response><returncode>SUCCESS</returncode>${inner}</response>`
const failed = (key: string) =>
  `<response><returncode>FAILED</returncode><messageKey>${key}</messageKey><message>Of key &amp; secret</message></response>`

export async function startBigBlueButton(port = 0): Promise<BigBlueButton> {
  const broken = new Map<string, (response: ServerResponse) => void>()
  let clock = 1_700_000_000_000

  function answer(name: string, query: string, fields: URLSearchParams): string | { attendee: Meeting['attendees'][number] } {
    if (name === '') return success('<version>2.0</version>')
    const names = known[name]
    if (!names || !Object.keys(Object.fromEntries(fields)).every((field) => names.includes(field))) {
      it.faults.push(`${name} ${[...fields.keys()].join()}`)
      return failed('unsupportedRequest')
    }
    const signed = query.replace(/&?checksum=[0-9a-f]*$/, '')
    const sum = createHash(it.hash)
      .update(name + signed + it.secret)
      .digest('hex')
    if (fields.get('checksum') !== sum) return failed('checksumError')
    const id = fields.get('meetingID') ?? ''
    const meeting = it.meetings.get(id)
    if (name === 'isMeetingRunning') return success(`<running>${meeting !== undefined}</running>`)
    if (name === 'create') {
      const passwords = `${fields.get('attendeePW')} ${fields.get('moderatorPW')}`
      const title = fields.get('name') ?? ''
      if (meeting && meeting.passwords !== passwords) return failed('idNotUnique')
      if (title.length < 2 || title.length > 64) return failed('validationError')
      const now = meeting ?? { id, name: title, passwords, createTime: clock++, attendees: [] }
      it.meetings.set(id, now)
      return success(`<meetingID>${id}</meetingID><createTime>${now.createTime}</createTime>`)
    }
    if (name === 'getRecordings') {
      const found = it.recordings.filter(({ meetingID }) => meetingID === id)
      const list = found.map(
        ({ recordID, meetingID, name: title, state, url, film }) =>
          `<recording><recordID>${recordID}</recordID><meetingID>${meetingID}</meetingID><name>${escaped(title)}</name><state>${state}</state>` +
          `<playback>${formatOf('presentation', url)}${formatOf('video', film)}</playback></recording>`,
      )
      return success(`<recordings>${list.join('')}</recordings>`)
    }
    if (!meeting) return failed('notFound')
    if (name === 'end') {
      it.meetings.delete(id)
      return success('<messageKey>sentEndMeetingRequest</messageKey>')
    }
    if (name === 'join') {
      if (fields.get('createTime') !== String(meeting.createTime)) return failed('mismatchCreateTimeParam')
      const role = fields.get('role') ?? ''
      if (!['MODERATOR', 'VIEWER'].includes(role)) return failed('invalidRole')
      const attendee = { userID: fields.get('userID') ?? '', name: fields.get('fullName') ?? '', role }
      meeting.attendees.push(attendee)
      return { attendee }
    }
    const people = meeting.attendees.map(
      ({ userID, name: title, role }) =>
        `<attendee><userID>${userID}</userID><fullName>${escaped(title)}</fullName><role>${role}</role></attendee>`,
    )
    return success(`<running>${meeting.attendees.length > 0}</running><attendees>${people.join('')}</attendees>`)
  }

  const server = createServer((request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const film = it.films.get(path)
    if (film) return response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': film.length }).end(film)
    const name = path.replace(/^\/bigbluebutton\/api\/?/, '')
    it.calls.push(name)
    const how = broken.get(name) ?? broken.get('*')
    if (how) return how(response)
    const found = answer(name, query, new URLSearchParams(query))
    response.writeHead(200, { 'content-type': 'text/xml' }).end(typeof found === 'string' ? found : success(''))
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const it: BigBlueButton = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bigbluebutton`,
    secret: 'bbb-s3cret-4711',
    hash: 'sha256',
    meetings: new Map(),
    recordings: [],
    films: new Map(),
    calls: [],
    faults: [],
    follow: async (url) => {
      const { pathname, search, searchParams } = new URL(url)
      const found = answer(pathname.replace('/bigbluebutton/api/', ''), search.slice(1), searchParams)
      return typeof found === 'string' ? (/<messageKey>(\w+)</.exec(found)?.[1] ?? found) : found.attendee
    },
    break: (name, how) => void broken.set(name, how),
    mend: () => broken.clear(),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return it
}
