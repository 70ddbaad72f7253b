// Settings of upload, read from the environment.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ConfigError, type Environment } from '@lyceum/kit/config'
import { grantKeys } from '../mirror/grant.ts'

const gib = 1024 ** 3

const heifProgram = (configured: string | undefined) =>
  configured === 'none' ? undefined : (configured ?? ['/usr/bin/heif-convert', '/usr/bin/heif-dec'].find(existsSync))

/** An origin without a path; `{id}` is the whole first label of its host: no other place has a wildcard in a policy or a certificate. ConfigError. */
function packageOriginOf(configured: string | undefined): string | undefined {
  const origin = configured?.replace(/\/$/, '')
  const example = origin?.replace('://{id}.', '://lyceum-package.')
  if (example !== undefined && (!URL.canParse(example) || example.includes('{') || new URL(example).origin !== example))
    throw new ConfigError('PACKAGE_ORIGIN must be an origin, as https://{id}.packages.example.org')
  return origin
}

export type Config = ReturnType<typeof config>

export const config = (env: Environment) => ({
  grantKeys: grantKeys(env.required('GRANT_KEYS')),
  /** Address of the bytes listener for browsers; empty: the page's host at BYTES_PORT. */
  bytesOrigin: env.text('BYTES_ORIGIN', '').replace(/\/$/, ''),
  bytesPort: env.integer('BYTES_PORT', 8081, { min: 1, max: 65_535 }),
  /**
   * Origin of packages of lessons, another host than that of the pages; `{id}` in it makes a host of each package. Unset: the bytes listener by the
   * other name of this machine (localhost, 127.0.0.1), or over http its own host where that is none of PAGE_ORIGINS.
   */
  packageOrigin: packageOriginOf(env.optional('PACKAGE_ORIGIN')),
  /** Packages on the host of the pages over http, where they may write into our cookies. */
  packagesSameHost: env.flag('PACKAGES_SAME_HOST', false),
  /** The folder of the built page, whose part for packages is served on their origin; unset: web/dist. */
  webFolder: env.optional('WEB_FOLDER') ?? fileURLToPath(new URL('../../../web/dist/', import.meta.url)),
  /** Origins of pages that may use the bytes listener; empty: those of its own host, at any port. */
  pageOrigins: env.list('PAGE_ORIGINS'),
  /** Bytes one person may keep in an organisation, and an organisation in all. */
  personQuota: env.integer('UPLOAD_PERSON_QUOTA', 50 * gib, { min: 1 }),
  orgQuota: env.integer('UPLOAD_ORG_QUOTA', 5000 * gib, { min: 1 }),
  /** Bytes of one file, by type. */
  limits: {
    video: env.integer('UPLOAD_MAX_VIDEO', 20 * gib, { min: 1 }),
    audio: env.integer('UPLOAD_MAX_AUDIO', 2 * gib, { min: 1 }),
    document: env.integer('UPLOAD_MAX_DOCUMENT', 2 * gib, { min: 1 }),
    image: env.integer('UPLOAD_MAX_IMAGE', gib / 4, { min: 1 }),
    other: env.integer('UPLOAD_MAX_OTHER', 4 * gib, { min: 1 }),
  },
  /** Accepted extensions beside those of the known types. */
  moreExtensions: env.list('UPLOAD_MORE_EXTENSIONS'),
  /** Seconds. */
  tokenLifetime: env.integer('UPTOKEN_SECONDS', 3600, { min: 1, max: 86_400 }),
  /** ffmpeg of at least version 4 with libx264; unset: /usr/bin/ffmpeg where it exists, else the build of 2018 that npm installs. */
  ffmpeg: env.optional('LYCEUM_FFMPEG'),
  transcode: {
    atOnce: env.integer('TRANSCODE_AT_ONCE', 1, { min: 1, max: 64 }),
    /** Hours of playing time. */
    maxHours: env.integer('TRANSCODE_MAX_HOURS', 12, { min: 1, max: 48 }),
    memoryMb: env.integer('TRANSCODE_MEMORY_MB', 4096, { min: 512 }),
  },
  /** LibreOffice, or a program with its command line; unset: office files are offered for download only. */
  office: env.optional('LYCEUM_OFFICE'),
  /** heif-convert or heif-dec of libheif, for HEIC pictures; unset: that of /usr/bin where it exists; none: they are offered for download only. */
  heif: heifProgram(env.optional('LYCEUM_HEIF')),
  conversion: {
    atOnce: env.integer('CONVERT_AT_ONCE', 1, { min: 1, max: 64 }),
    /** Seconds for one file. */
    seconds: env.integer('CONVERT_SECONDS', 120, { min: 1, max: 3600 }),
    memoryMb: env.integer('CONVERT_MEMORY_MB', 4096, { min: 256 }),
    /** Largest file that is converted, and largest PDF, in bytes. */
    maxSize: env.integer('CONVERT_MAX_SIZE', 100 * 1024 ** 2, { min: 1 }),
    maxOutput: env.integer('CONVERT_MAX_OUTPUT', 300 * 1024 ** 2, { min: 1 }),
  },
})
