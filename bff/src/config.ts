import type { Environment } from '@lyceum/kit/config'

export type Config = ReturnType<typeof config>

export const config = (env: Environment) => ({
  /** Where bytes come from and go to: an origin without a cookie. Unset: this host, the bytes port. */
  bytesOrigin: env.optional('BYTES_ORIGIN')?.replace(/\/$/, ''),
  /** Further origins that pages may send files to and play from: the store's, in the cluster. */
  storeOrigins: [env.optional('S3_PUBLIC_ENDPOINT') ?? env.optional('S3_ENDPOINT')].flatMap((url) => (url ? [originOf(url)] : [])),
  h5Host: env.optional('H5_HOST'),
  product: env.text('PRODUCT_NAME', 'Lyceum'),
  /** How many proxies of ours stand in front; the address of the caller is the one the outermost of them saw. */
  proxies: env.integer('TRUSTED_PROXIES', 0, { max: 10 }),
  /** Requests a minute of one session; of an address without one, ten times as many (a school sits behind one). 0: no limit. */
  rateLimit: env.integer('RATE_LIMIT', 3000),
  webFolder: env.optional('WEB_FOLDER'),
})

const originOf = (url: string) => new URL(/^https?:/.test(url) ? url : `http://${url}`).origin
