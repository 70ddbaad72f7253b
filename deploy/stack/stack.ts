// npm run stack        starts Kafka, Redis, S3 and PostgreSQL and prints the environment that the services need
// npm run stack:stop   ends just these        `node deploy/stack/stack.ts env` prints the environment again
import { serverNames, stack } from './config.ts'
import { runningServers, stackEnv, startServers, stopServers } from './servers.ts'

const command = process.argv[2] ?? 'start'

async function printEnv() {
  for (const [name, value] of Object.entries(await stackEnv())) console.log(`export ${name}='${value}'`)
}

if (command === 'start') {
  const before = new Set(await runningServers())
  const { missing } = await startServers()
  const { ports } = stack
  const states = serverNames.map((name) => {
    const state = missing.includes(name) ? 'left out' : before.has(name) ? 'ran already' : 'started'
    return `${name} ${state}${missing.includes(name) ? '' : ` on ${ports[name]}`}`
  })
  console.log(`${states.join(', ')}; state in ${stack.folder}`)
  if (missing.length > 0) {
    console.log(`could not get ${missing.join(', ')}: what needs it is left out`)
    process.exitCode = 1
  }
  await printEnv()
} else if (command === 'stop') {
  const stopped = await stopServers()
  console.log(stopped.length > 0 ? `stopped ${stopped.join(', ')}` : 'nothing of the stack was running')
} else if (command === 'env') {
  await printEnv()
} else {
  console.error(`stack.ts knows start, stop and env, not ${command}`)
  process.exitCode = 1
}
