// Settings of the BFF, read from the environment.
import type { Environment } from '@lyceum/kit/config'

export type Config = ReturnType<typeof config>

export const config = (env: Environment) => ({
  /** Origin of the bytes listener, without a cookie. Unset: this host, the bytes port. */
  bytesOrigin: env.optional('BYTES_ORIGIN')?.replace(/\/$/, ''),
  /** Origin of packages of lessons; `{id}` in it makes a host of each. Unset: the other name of this machine, if it has one. */
  packageOrigin: env.optional('PACKAGE_ORIGIN')?.replace(/\/$/, ''),
  /** Further origins to which pages may send files and from which they may play: in a cluster the store's. */
  storeOrigins: [env.optional('S3_PUBLIC_ENDPOINT') ?? env.optional('S3_ENDPOINT')].flatMap((url) => (url ? [originOf(url)] : [])),
  h5Host: env.optional('H5_HOST'),
  product: env.text('PRODUCT_NAME', 'Lyceum'),
  /** Number of trusted proxies in front; the caller's address is the one seen by the outermost of them. */
  proxies: env.integer('TRUSTED_PROXIES', 0, { max: 10 }),
  /** Requests a minute of one session; of an address without one, ten times as many (a school shares one). 0: no limit. */
  rateLimit: env.integer('RATE_LIMIT', 3000),
  webFolder: env.optional('WEB_FOLDER'),
})

const originOf = (url: string) => new URL(/^https?:/.test(url) ? url : `http://${url}`).origin
