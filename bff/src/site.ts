// The site before sign-in: the organisation of the host name, the origin of files' bytes, the languages.
import { loopbackOrigin } from '@lyceum/upload/grants/origin-api'
import { locales, type Site } from '@lyceum/identity/organisations/api'
import type { FastifyRequest } from 'fastify'
import type { Config as PublicConfig } from './api.ts'
import type { Config } from './config.ts'
import type { Identity } from './services.ts'

export type Sites = ReturnType<typeof siteReader>

const kept = 10_000

export function siteReader({
  identity,
  config,
  release,
  bytesPort,
}: {
  identity: Identity
  config: Config
  release: string
  bytesPort: number
}) {
  const known = new Map<string, { site: Promise<Site>; until: number }>()

  /** The organisation of a host name, cached for 10 s; a demo school's is not, since its people may end the one-click sign-in at any time. */
  const at = (host: string): Promise<Site> => {
    const before = known.get(host)
    if (before && before.until > Date.now()) return before.site
    if (known.size > 1000) known.clear()
    const site = identity('GET /internal-api/site', { query: { host: host.slice(0, 255) } })
    known.set(host, { site, until: Date.now() + kept })
    site.then(
      ({ org }) => org?.demo && known.delete(host),
      () => known.delete(host),
    )
    return site
  }
  const bytesOrigin = (request: FastifyRequest) => config.bytesOrigin ?? `${scheme(request)}://${hostname(request)}:${bytesPort}`

  return {
    at,
    bytesOrigin,
    /** The origin of packages as a source of a policy; undefined: that of files' bytes. */
    packageOrigin: (request: FastifyRequest) =>
      config.packageOrigin?.replace('{id}', '*') ?? loopbackOrigin(bytesOrigin(request), hostname(request)),
    async config(request: FastifyRequest): Promise<PublicConfig> {
      const { org, demo_people } = await at(hostname(request))
      return {
        product: config.product,
        release,
        org,
        demo: org?.demo ?? false,
        demo_people,
        locales: [...locales],
        bytes_origin: bytesOrigin(request),
        h5Host: config.h5Host ?? null,
        toggles: org?.toggles ?? [],
      }
    },
  }
}

/** The host without its port; only characters of host names, so that it is safe in a header. */
export const hostname = (request: FastifyRequest): string =>
  (/^(\[[0-9a-f:]+\]|[\w.-]+)/i.exec(request.host)?.[1] ?? 'localhost').toLowerCase()

/** The scheme, one of two words: it is copied into headers. */
const scheme = (request: FastifyRequest) => (request.protocol === 'https' ? 'https' : 'http')
