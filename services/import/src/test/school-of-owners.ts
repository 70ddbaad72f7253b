// A stand-in of everything that jobs of rosters call: the BFF's door with uploads, a profile and the owners' roster calls, and the bytes of files.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Transport, TransportRequest } from '@lyceum/kit/calls/transport'
import { newId } from '@lyceum/kit/ids'
import type { RosterKind, RosterOutcome } from '@lyceum/kit/rosters/api'

/** Versions of the owners are times in microseconds. */
export const firstVersion = 1_790_000_000_000_000
type Thing = { id: string; external_id: string; version: number; gone: boolean; data: Record<string, unknown> }
type Row = { external_id: string; gone?: true } & Record<string, unknown>
type Body = { source: string; check?: boolean; take_over?: boolean; rows: Row[]; external_ids?: string[]; codes?: string[] }
export type OwnerCall = { method: string; path: string; key: string; body: Body }

export class SchoolOfOwners {
  readonly things = new Map<RosterKind, Map<string, Thing>>()
  /** Calls of the owners, in their order. */
  readonly calls: OwnerCall[] = []
  /** Called before a call is answered: a status in place of the answer, or an error in place of one. */
  onCall: (call: OwnerCall) => number | undefined | Promise<number | undefined> = () => undefined
  /** The code of a refusal that onCall makes with 403. */
  forbids = 'forbidden'
  /** A judgement in place of the stand-in's. */
  judge: (kind: RosterKind, row: Row) => Partial<RosterOutcome> | undefined = () => undefined
  /** Answers of reads that are no rosters, by path and query; undefined: the stand-in's own. */
  onRead: (path: string, query: URLSearchParams) => { status: number; body: unknown } | undefined = () => undefined
  readonly #files = new Map<string, { name: string; bytes: Buffer; size: number }>()
  /** User numbers of people, with the external ids that they were written with. */
  readonly #numbers = new Map<string, string>()
  readonly #answers = new Map<string, { body: string; answer: string }>()
  #server!: Server

  async open(): Promise<string> {
    this.#server = createServer((request, response) => {
      const { url = '', method } = request
      const file = this.#files.get(url.split('/')[2] ?? '')
      if (file && method === 'PUT') {
        const parts: Buffer[] = []
        request
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', () => {
            file.bytes = Buffer.concat(parts)
            response.end()
          })
        return
      }
      if (!file) return void response.writeHead(404).end()
      response.writeHead(200, file.name.endsWith('.png') ? { 'content-type': 'image/png' } : {}).end(file.bytes)
    })
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }
  close = () => void this.#server.close()

  /** The id of an upload. `size`: another than it has. */
  upload(name: string, content: string | Uint8Array, size?: number): string {
    const id = newId()
    const bytes = Buffer.from(content as string)
    this.#files.set(id, { name, bytes, size: size ?? bytes.length })
    return id
  }

  bytesOf = (upload: string): Buffer => this.#files.get(upload)!.bytes

  of(kind: RosterKind): Map<string, Thing> {
    return this.things.get(kind) ?? this.things.set(kind, new Map()).get(kind)!
  }
  /** A thing that is there by hand, or by an earlier run. */
  put(kind: RosterKind, external_id: string, data: Record<string, unknown> = {}): string {
    const id = newId()
    this.of(kind).set(external_id, { id, external_id, version: firstVersion, gone: false, data })
    if (typeof data.user_no === 'string') this.#numbers.set(data.user_no, external_id)
    return id
  }
  /** Calls that write. */
  get writes(): OwnerCall[] {
    return this.calls.filter(({ method, body }) => method === 'PUT' && !body.check)
  }

  readonly door: Transport = { send: (request) => this.#send(request), close: async () => {} }

  async #send({ method, url, headers, body }: TransportRequest) {
    const answer = (status: number, value?: unknown, more = {}) => ({
      status,
      headers: more,
      body: Buffer.from(value === undefined ? '' : JSON.stringify(value)),
    })
    const [path = '', search = ''] = url.split('?')
    const file = this.#files.get(path.split('/')[3] ?? '')
    if (path === '/api/session') return answer(204)
    if (path === '/api/user/profile') return answer(200, { id: newId(), name: 'Mei Lin' })
    if (path.endsWith('/blob'))
      return answer(302, undefined, { location: `http://files.example.edu/bytes/${path.split('/')[3]}/file?${search}` })
    if (path === '/api/uploads') {
      const { name, size } = JSON.parse(String(body)) as { name: string; size: number }
      const id = this.upload(name, '', size)
      return answer(201, { id, status: 'pending', upload_url: `http://files.example.edu/bytes/${id}/file`, headers: {} })
    }
    if (path.startsWith('/api/uploads/') && path.endsWith('/uploaded')) return answer(200, { status: 'ready' })
    if (path.startsWith('/api/uploads/'))
      return file
        ? answer(200, { name: file.name, size: file.size, status: 'ready' })
        : answer(404, { code: 'upload.notFound', message: '' })
    const call = { method, path, key: headers['idempotency-key'] ?? '', body: (method === 'GET' ? {} : JSON.parse(String(body))) as Body }
    this.calls.push(call)
    const status = await this.onCall(call)
    if (status) return answer(status, { code: status === 403 ? this.forbids : 'field.format', message: '' })
    const read = method === 'GET' ? this.onRead(path, new URLSearchParams(search)) : undefined
    if (read) return answer(read.status, read.body)
    if (method === 'GET') return answer(200, this.#list(path, new URLSearchParams(search)))
    const stored = this.#answers.get(call.key)
    if (stored && stored.body !== String(body)) return answer(409, { code: 'idempotency.otherBody', message: '' })
    if (stored) return answer(200, JSON.parse(stored.answer))
    const value = this.#answer(call)
    if (call.key) this.#answers.set(call.key, { body: String(body), answer: JSON.stringify(value) })
    return answer(200, value)
  }

  /** A page of the things of a kind that are there. */
  #list(path: string, query: URLSearchParams) {
    const kind = path.split('/')[3]!.replace('-', '_') as RosterKind
    const after = query.get('after') ?? ''
    const blank = {
      name: '',
      code: '',
      parent_id: null,
      user_no: '',
      email: null,
      mobile_phone: null,
      roles: [],
      department_id: null,
      state: 'active',
    }
    const course = { course_code: '', academic_year: null, semester: null, start_date: null, end_date: null }
    const items = [...this.of(kind).values()]
      .filter(({ id, gone }) => !gone && id > after)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, 500)
      .map(({ id, external_id, data }) => ({ ...blank, ...course, ...data, id, external_id }))
    return { items, next: items.length === 500 ? items.at(-1)!.id : null }
  }

  #answer({ path, body }: OwnerCall) {
    const [, , , name = '', verb] = path.split('/')
    const kind = name.replace('-', '_') as RosterKind
    const things = this.of(kind)
    if (verb === 'find') {
      const codeOf = ({ data }: Thing) => String(data.user_no ?? data.course_code ?? data.code ?? '')
      const [ids, codes] = [new Set(body.external_ids), new Set(body.codes)]
      const found = [...things.values()].filter((thing) => ids.has(thing.external_id) || codes.has(codeOf(thing)))
      return { items: found.map((thing) => ({ external_id: thing.external_id, code: codeOf(thing), id: thing.id })) }
    }
    if (verb === 'undo') return { rows: body.rows.map((row) => this.#undo(things, row as never)) }
    return { rows: body.rows.map((row) => this.#take(kind, things, row, body.check ?? false)) }
  }

  #undo(
    things: Map<string, Thing>,
    { external_id, before, version }: { external_id: string; before: Record<string, unknown> | null; version: number },
  ) {
    const thing = things.get(external_id)
    if (!thing || thing.version !== version) return { external_id, outcome: 'kept', code: 'roster.newer' }
    if (before === null) things.delete(external_id)
    else
      things.set(external_id, {
        ...thing,
        data: before.data as Record<string, unknown>,
        gone: before.gone as boolean,
        version: version + 1,
      })
    return { external_id, outcome: 'undone' }
  }

  #take(kind: RosterKind, things: Map<string, Thing>, row: Row, check: boolean): RosterOutcome {
    const { external_id, gone, ...data } = row
    const there = things.get(external_id)
    const judged = this.judge(kind, row)
    const outcome = (word: RosterOutcome['outcome'], thing: Thing | undefined, more = {}): RosterOutcome => ({
      external_id,
      id: check && word === 'made' ? null : (thing?.id ?? null),
      outcome: word,
      pinned: [],
      before: there ? { data: there.data, gone: there.gone } : null,
      ...(thing && { version: thing.version }),
      ...more,
    })
    if (judged?.outcome === 'refused') return outcome('refused', undefined, judged)
    const number = kind === 'people' && typeof data.user_no === 'string' ? data.user_no : undefined
    const other = number === undefined ? undefined : this.#numbers.get(number)
    if (number !== undefined && other !== undefined && other !== external_id && things.get(other)?.data.user_no === number)
      return outcome('refused', undefined, { code: 'roster.numberMoved', params: { user_no: number } })
    if (gone && (!there || there.gone)) return outcome('same', there)
    const after: Thing = {
      id: there?.id ?? newId(),
      external_id,
      version: there ? there.version + 1 : firstVersion,
      gone: gone ?? false,
      data: gone ? there!.data : { ...there?.data, ...data },
    }
    const word = !there
      ? 'made'
      : gone
        ? 'left'
        : there.gone
          ? 'back'
          : JSON.stringify(after.data) === JSON.stringify(there.data)
            ? 'same'
            : 'changed'
    if (!check && word !== 'same') {
      things.set(external_id, after)
      if (number !== undefined) this.#numbers.set(number, external_id)
    }
    return outcome(word, word === 'same' ? there : after, judged)
  }
}
