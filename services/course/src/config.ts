// Settings of course, read from the environment.
import { ConfigError, type Environment } from '@lyceum/kit/config'

export type Config = ReturnType<typeof config>

export const config = (env: Environment) => ({
  /** Address of the page in mails, without a slash at the end; unset: the address of the request. */
  publicUrl: env.optional('PUBLIC_URL')?.replace(/\/+$/, ''),
  /** Invitations that a person may send in 24 hours. */
  invitesPerDay: env.integer('INVITES_PER_DAY', 1000, { min: 1, max: 100_000 }),
  /** Wrong access codes a person may try in ten minutes. */
  codeTries: env.integer('ACCESS_CODE_TRIES', 10, { min: 1, max: 10_000 }),
  /** Organisation → the register that its courses come from: a folder with courses.csv and enrolments.csv, or an https address. */
  registers: checkedRegisters(env.map('URP_SOURCES')),
  /** Organisation → the token for the address of its register. */
  registerTokens: env.map('URP_TOKENS'),
})

function checkedRegisters(registers: Record<string, string>): Record<string, string> {
  for (const [org, place] of Object.entries(registers))
    if (!place.startsWith('/') && !/^https:\/\/[^\s]+$/.test(place) && !/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(place))
      throw new ConfigError(`URP_SOURCES of ${org} must be a folder or an https address`)
  return registers
}
