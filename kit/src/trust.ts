// Authorities beside those that Node knows: a university's own, or the one that an operator of Kafka or PostgreSQL makes. Said once for the
// process, so that every connection (database, broker, cache, store, mail) checks against them and none is left unchecked.
import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { ConfigError } from './config.ts'

/** Each file holds one or more certificates as PEM. */
export function trust(files: string[]): void {
  if (files.length === 0) return
  const more = files.flatMap((file) => {
    let text: string
    try {
      text = readFileSync(file, 'utf8')
    } catch (error) {
      throw new ConfigError(`TRUSTED_CA: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
    const found = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g)
    if (!found) throw new ConfigError(`TRUSTED_CA: ${file} holds no certificate`)
    return found
  })
  setDefaultCACertificates([...getCACertificates('default'), ...more])
}
