// Settings of import, read from the environment.
import type { Environment } from '@lyceum/kit/config'

/** import reads nothing of its own yet. */
export const config = (_: Environment) => ({})
export type Config = ReturnType<typeof config>
