// Settings of import, read from the environment.
import type { Environment } from '@lyceum/kit/config'

export const config = (read: Environment) => ({
  /** Address of the bytes listener within the installation, where jobs send and fetch files. */
  bytesUrl: read.text('BYTES_URL', `http://localhost:${read.text('BYTES_PORT', '8081')}`),
})
export type Config = ReturnType<typeof config>
