// Certificate authorities beside those of Node: a university's own, or that of an operator of Kafka or PostgreSQL. Set once for the process, so that every connection (database, broker, cache, store, mail) checks against them and none is left unchecked.
import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { ConfigError } from './config.ts'

/** Adds the authorities of these files, each with one or more certificates as PEM. */
export function addAuthorities(files: string[]): void {
  if (files.length === 0) return
  const more = files.flatMap((file) => {
    let text: string
    try {
      text = readFileSync(file, 'utf8')
    } catch (error) {
      throw new ConfigError(`TRUSTED_CA: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
    const certificates = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g)
    if (!certificates) throw new ConfigError(`TRUSTED_CA: ${file} holds no certificate`)
    return certificates
  })
  setDefaultCACertificates([...getCACertificates('default'), ...more])
}
