// Settings of calendar, read from the environment.
import type { Environment } from '@lyceum/kit/config'

/** calendar reads nothing of its own yet. */
export const config = (_: Environment) => ({})
export type Config = ReturnType<typeof config>
