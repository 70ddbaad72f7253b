// The stack's PostgreSQL without containers: the embedded one, which runs as long as this process. `postgres-server.ts FOLDER PORT`
import { startPostgres } from '@lyceum/kit/postgres/postgres'

const [folder, port] = process.argv.slice(2)
if (!folder || !port) throw new Error('usage: postgres-server.ts FOLDER PORT')

const server = await startPostgres({
  folder,
  port: Number(port),
  // one process per target with a pool each, and tests that run two systems at once
  settings: { max_connections: '600' },
  lost: (why) => {
    console.error(why)
    process.exit(1)
  },
})
const alive = setInterval(() => {}, 60_000)
const stop = async () => {
  clearInterval(alive)
  await server.stop()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
