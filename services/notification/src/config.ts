// Settings of notification, read from the environment.
import type { Environment } from '@lyceum/kit/config'

/** notification reads nothing of its own yet. */
export const config = (_: Environment) => ({})
export type Config = ReturnType<typeof config>
