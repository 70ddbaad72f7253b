// The origin of packages: another host than that of the pages, since what a package writes into cookies knows no port.
import { createHash, createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { bytesOrigin } from './origin.ts'
import { loopbackOrigin } from './origin-api.ts'

/** The name of a package in the host of its own, a label of DNS. */
const labelOf = (upload: string) => createHash('sha256').update(upload).digest('hex').slice(0, 32)

/** Whether every package has a host of its own. */
export const hasOwnHosts = ({ packageOrigin }: Pick<Config, 'packageOrigin'>) => packageOrigin?.includes('{id}') ?? false

/** One spelling of a host: a dot at its end names the same one. */
const hostOf = (hostname: string) => hostname.toLowerCase().replace(/\.$/, '')

/**
 * The origin at which the browser of this request opens the package; undefined: there is no other host than that of the pages, and over http the
 * package would reach our session by cookies. The host of the request is what its sender wrote: another host than that of the pages is one that a setting names.
 */
export function packageOrigin(config: Config, request: Pick<FastifyRequest, 'protocol' | 'hostname'>, upload: string): string | undefined {
  if (config.packageOrigin) return config.packageOrigin.replace('{id}', labelOf(upload))
  const asking = hostOf(request.hostname)
  const bytes = new URL(bytesOrigin(config, { protocol: request.protocol, hostname: asking }))
  const other = loopbackOrigin(bytes.origin, asking)
  if (other !== undefined) return other
  const pages = config.bytesOrigin ? config.pageOrigins.filter((one) => URL.canParse(one)).map((one) => hostOf(new URL(one).hostname)) : []
  const isElsewhere = pages.length > 0 && !pages.includes(hostOf(bytes.hostname))
  return isElsewhere || bytes.protocol === 'https:' || config.packagesSameHost ? bytes.origin : undefined
}

/** Whether a host serves packages alone, and nothing else of the bytes listener. */
export function isPackageHost({ packageOrigin, bytesOrigin }: Config, hostname: string): boolean {
  if (!packageOrigin) return false
  const [before = '', after] = new URL(packageOrigin.replace('{id}', 'lyceum-package')).hostname.split('lyceum-package')
  if (after === undefined) return hostname === before && !(URL.canParse(bytesOrigin) && new URL(bytesOrigin).hostname === hostname)
  return hostname.startsWith(before) && hostname.endsWith(after) && hostname.length > before.length + after.length
}

/** The mark by which a page of ours on a shared origin finds out that another package was there before: no package knows that of another one. */
export const packageMark = ({ grantKeys }: Pick<Config, 'grantKeys'>, upload: string): string =>
  createHmac('sha256', grantKeys[0]!).update(`package ${upload}`).digest('base64url').slice(0, 22)
