// Requests to servers that the operator has named: never to where somebody else wants them. No redirect is followed, an address is checked when
// it is connected to (a name may answer otherwise a moment later), and an answer has a size and a time.
import { type LookupAddress, lookup } from 'node:dns'
import { type ClientRequest, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Why nothing came back that can be used. */
export type Refusal = 'address' | 'protocol' | 'redirect' | 'status' | 'size' | 'time' | 'format' | 'connection'
export class OutgoingRefused extends Error {
  readonly reason: Refusal
  /** Of an answer that is not the one that was wanted. */
  readonly status: number | undefined
  constructor(reason: Refusal, message: string, status?: number) {
    super(message)
    this.reason = reason
    this.status = status
  }
}

/** Addresses at which cloud providers keep the secrets of a machine, and addresses of no server. */
const never = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  never.addSubnet(net, bits, 'ipv4')
never.addAddress('100.100.100.200', 'ipv4')
for (const [net, bits] of [
  ['::', 128],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  never.addSubnet(net, bits, 'ipv6')
never.addAddress('fd00:ec2::254', 'ipv6')
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const bare = (host: string) => host.replace(/^\[|\]$/g, '')
const isLoopbackHost = (host: string) => host === 'localhost' || (isIP(bare(host)) > 0 && within(loopback, bare(host)))
const within = (list: BlockList, address: string) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
/** Loopback only where the operator has written it: a name that leads there is somebody's trick. */
const isAllowed = (address: string, host: string) => !within(never, address) && (isLoopbackHost(host) || !within(loopback, address))

const checkedLookup =
  (host: string): LookupFunction =>
  (name, options, done) =>
    lookup(name, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return done(error, '', 4)
      const bad = addresses.find(({ address }) => !isAllowed(address, host))
      if (bad) return done(new OutgoingRefused('address', `${name} is at ${bad.address}`), '', 4)
      const [first] = addresses
      if (options.all) (done as unknown as (error: null, addresses: LookupAddress[]) => void)(null, addresses)
      else if (first) done(null, first.address, first.family)
      else done(new OutgoingRefused('address', `${name} has no address`), '', 4)
    })

/** Addresses of networks that are not public, too: for servers that somebody else than the operator has named. */
const inside = new BlockList()
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
] as const)
  inside.addSubnet(net, bits, 'ipv4')
inside.addSubnet('fc00::', 7, 'ipv6')
inside.addSubnet('64:ff9b::', 96, 'ipv6')
/** An IPv6 address that stands for an IPv4 one is checked as that by BlockList. */
const isPublic = (address: string) => !within(never, address) && !within(loopback, address) && !within(inside, address)

const publicLookup: LookupFunction = (name, options, done) =>
  lookup(name, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, '', 4)
    const bad = addresses.find(({ address }) => !isPublic(address))
    const [first] = addresses
    if (bad || !first) return done(new OutgoingRefused('address', `${name} is at ${bad?.address ?? 'no address'}`), '', 4)
    if (options.all) (done as unknown as (error: null, addresses: LookupAddress[]) => void)(null, addresses)
    else done(null, first.address, first.family)
  })

/** Whether it may be the address of a public server: https on its own port, neither a name of this network nor an address in it. */
const isPublicAddress = (url: URL): boolean =>
  url.protocol === 'https:' &&
  url.username === '' &&
  url.password === '' &&
  (url.port === '' || url.port === '443') &&
  (isIP(bare(url.hostname)) > 0
    ? isPublic(bare(url.hostname))
    : url.hostname.includes('.') && !/\.(local|localhost|internal|lan|home\.arpa)\.?$/.test(url.hostname))

type Posting = { headers: Record<string, string>; signal?: AbortSignal; milliseconds?: number }

/**
 * Posts to a public server that anybody may have named, or to this machine where the operator lets it (`openLoopback`, for tests of a push service).
 * Answers the status alone: nothing that the server says is read.
 */
export function postTo(url: URL, body: Buffer, { headers, signal, milliseconds = 10_000 }: Posting): Promise<number> {
  const open = isOpened(url)
  if (!mayPostTo(url)) return Promise.reject(new OutgoingRefused('address', `${url.host} is no public server`))
  return new Promise((resolve, reject) => {
    const send = open ? httpRequest : httpsRequest
    const request = send(
      url,
      { method: 'POST', headers: { ...headers, 'content-length': body.length }, agent: false, ...(!open && { lookup: publicLookup }) },
      (answer) => {
        clearTimeout(timer)
        const status = answer.statusCode ?? 0
        answer.destroy()
        if (status >= 300 && status < 400) return reject(new OutgoingRefused('redirect', 'it redirects'))
        resolve(status)
      },
    )
    const end = (error: Error) => {
      clearTimeout(timer)
      request.destroy()
      reject(error instanceof OutgoingRefused ? error : new OutgoingRefused('connection', error.message))
    }
    const timer = setTimeout(() => end(new OutgoingRefused('time', `no answer within ${milliseconds} ms`)), milliseconds)
    signal?.addEventListener('abort', () => end(signal.reason as Error), { once: true })
    request.on('error', end)
    request.end(body)
  })
}

const isOpened = (url: URL) => url.protocol === 'http:' && loopbackPorts.has(Number(url.port)) && isLoopbackHost(url.hostname)
/** Whether `postTo` would try; a name may still lead to an address that it refuses. */
export const mayPostTo = (url: URL): boolean => isOpened(url) || isPublicAddress(url)

const loopbackPorts = new Set<number>()
/** Lets `postTo` reach this port of this machine: a push service of a test. */
export const openLoopback = (port: number): void => void loopbackPorts.add(port)

type Options = { token?: string | undefined; signal?: AbortSignal; limit?: number; milliseconds?: number }

/** The JSON of an address: https, or http where the operator has written this machine. Throws OutgoingRefused for anything else than 200 with JSON. */
export async function getJson(url: URL, { token, ...bounds }: Options = {}): Promise<unknown> {
  const { status, json } = await askJson(url, { ...bounds, named: true, headers: { ...(token && { authorization: `Bearer ${token}` }) } })
  if (status !== 200) throw new OutgoingRefused('status', `it answers ${status}`)
  return json
}

type Bounds = Omit<Options, 'token'> & {
  /** The address is the operator's own: it may be of an inner network, or of this machine. Else it is public, whatever its name leads to. */
  named?: boolean
  headers?: Record<string, string>
}
type Asking = Bounds & {
  /** Sent as JSON by POST; without it the request is a GET. */
  body?: object
}

/** The JSON with which a server answers a GET or the JSON of a POST, and the status; redirects are refused, size and time bounded. */
export async function askJson(url: URL, { body, headers, ...bounds }: Asking = {}): Promise<{ status: number; json: unknown }> {
  const { status, text } = await askText(url, {
    ...bounds,
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json; charset=utf-8' }), ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  try {
    return { status, json: JSON.parse(text) }
  } catch {
    throw status === 200 ? new OutgoingRefused('format', 'it answers no JSON') : new OutgoingRefused('status', `it answers ${status}`)
  }
}

/** The way of a request to an address: by https, or by http where the operator has named this machine. Throws OutgoingRefused for any other. */
export function wayTo(url: URL, named: boolean): { send: typeof httpRequest; lookup: LookupFunction } {
  const host = url.hostname
  const plain = named && url.protocol === 'http:' && isLoopbackHost(host)
  if (url.protocol !== 'https:' && !plain) throw new OutgoingRefused('protocol', `${url.protocol} is not allowed`)
  const allowed = named ? isIP(bare(host)) === 0 || isAllowed(bare(host), host) : isPublicAddress(url)
  if (!allowed) throw new OutgoingRefused('address', `${host} is not allowed`)
  return { send: plain ? httpRequest : httpsRequest, lookup: named ? checkedLookup(host) : publicLookup }
}

/** The text with which a server answers, and the status; the body is sent as it is. Redirects are refused, size and time bounded. */
export async function askText(
  url: URL,
  {
    named = false,
    method = 'GET',
    headers,
    body,
    signal,
    limit = 10 * 1024 * 1024,
    milliseconds = 10_000,
  }: Bounds & { method?: string; body?: string } = {},
): Promise<{ status: number; text: string }> {
  const { send, lookup } = wayTo(url, named)
  const sent = body === undefined ? undefined : Buffer.from(body)
  return await new Promise((resolve, reject) => {
    let request: ClientRequest | undefined
    const timer = setTimeout(() => end(new OutgoingRefused('time', `no answer within ${milliseconds} ms`)), milliseconds)
    const end = (error: Error) => {
      clearTimeout(timer)
      request?.destroy()
      reject(error instanceof OutgoingRefused ? error : new OutgoingRefused('connection', error.message))
    }
    if (signal?.aborted) return end(new OutgoingRefused('time', 'it was no longer awaited'))
    signal?.addEventListener('abort', () => end(new OutgoingRefused('time', 'it was no longer awaited')), { once: true })
    const options = {
      method,
      headers: { ...headers, ...(sent && { 'content-length': sent.length }) },
      lookup,
      agent: false,
    }
    request = send(url, options, (answer) => {
      const status = answer.statusCode ?? 0
      if (status >= 300 && status < 400) return end(new OutgoingRefused('redirect', 'it redirects'))
      const parts: Buffer[] = []
      let size = 0
      answer.on('data', (part: Buffer) => {
        size += part.length
        if (size > limit) end(new OutgoingRefused('size', `it answers more than ${limit} bytes`))
        else parts.push(part)
      })
      answer.on('error', end)
      answer.on('end', () => {
        clearTimeout(timer)
        resolve({ status, text: Buffer.concat(parts).toString('utf8') })
      })
    })
    request.on('error', end)
    request.end(sent)
  })
}
