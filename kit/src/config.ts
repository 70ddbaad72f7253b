// The environment, read in one place per service (its config.ts) and typed. A bad value stops the start with one clear line. Any variable
// may be given as NAME_FILE instead, the path of a file that holds it: secrets are mounted, not set.
import { existsSync, readFileSync } from 'node:fs'

export type Env = Record<string, string | undefined>

export class ConfigError extends Error {}

/** A reader over the environment; each method names its variable, so that an error can name it too. */
export const environment = (env: Env) => {
  const raw = (name: string): string | undefined => {
    const value = env[name] || undefined
    const file = env[`${name}_FILE`]
    if (!file) return value
    if (value !== undefined) throw new ConfigError(`${name} and ${name}_FILE are both set`)
    return readVariableFile(`${name}_FILE`, file)
  }
  const required = (name: string): string => {
    const value = raw(name)
    if (value === undefined) throw new ConfigError(`${name} is not set`)
    return value
  }
  function integer(name: string, fallback: number, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): number {
    const value = raw(name)
    if (value === undefined) return fallback
    const read = Number(value)
    if (!Number.isInteger(read) || read < min || read > max)
      throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${value}"`)
    return read
  }
  function oneOf<const T extends string>(name: string, values: readonly T[], fallback: T): T {
    const value = raw(name)
    if (value === undefined) return fallback
    if (!values.includes(value as T)) throw new ConfigError(`${name} must be one of ${values.join(', ')}, not "${value}"`)
    return value as T
  }
  return {
    required,
    integer,
    oneOf,
    text: (name: string, fallback: string): string => raw(name) ?? fallback,
    optional: raw,
    /** As `optional`, and unset where its file is missing: an older secret that is mounted may have no such key. */
    mounted: (name: string): string | undefined => (env[name] || existsSync(env[`${name}_FILE`] || '.') ? raw(name) : undefined),
    flag: (name: string, fallback: boolean): boolean => oneOf(name, ['true', 'false'], fallback ? 'true' : 'false') === 'true',
    list: (name: string): string[] =>
      (raw(name) ?? '')
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    /** 'course=http://a:1,activity=http://b:2' → { course: 'http://a:1', … } */
    map: (name: string): Record<string, string> =>
      Object.fromEntries(
        (raw(name) ?? '')
          .split(',')
          .filter(Boolean)
          .map((pair) => {
            const separator = pair.indexOf('=')
            if (separator < 1) throw new ConfigError(`${name} must be a list of name=value, not "${pair}"`)
            return [pair.slice(0, separator).trim(), pair.slice(separator + 1).trim()]
          }),
      ),
  }
}

/** The content of the file, without a final line break. */
function readVariableFile(name: string, file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/[\r\n]+$/, '') || undefined
  } catch (error) {
    throw new ConfigError(`${name}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
export type Environment = ReturnType<typeof environment>
