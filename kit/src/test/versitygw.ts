// An S3 server for tests: the one S3_ENDPOINT names, else versitygw from PATH or LYCEUM_TOOLS, with a bucket of the test's own.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { S3 } from '../blobs/s3.ts'
import { until } from './wait.ts'

export type TestS3 = S3 & {
  stop(): Promise<void> /** kill -9 and start again over the same data; only where it is ours. */
  restart?(): Promise<void>
  folder?: string
}

const program = () =>
  [process.env.LYCEUM_TOOLS ?? '', ...(process.env.PATH ?? '').split(delimiter)]
    .filter(Boolean)
    .map((folder) => join(folder, 'versitygw'))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })

/** The reason for a missing S3 server, or undefined. */
export const s3Missing = (): string | undefined =>
  process.env.S3_ENDPOINT || program() ? undefined : 'no S3 server: set S3_ENDPOINT, or put versitygw on PATH or into LYCEUM_TOOLS'

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

export async function testS3(): Promise<TestS3> {
  const bucket = `test-${randomUUID()}`
  if (process.env.S3_ENDPOINT) {
    const {
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY: accessKey = '',
      S3_SECRET_KEY: secretKey = '',
      S3_REGION: region = 'us-east-1',
    } = process.env
    return { endpoint, bucket, accessKey, secretKey, region, stop: async () => {} }
  }
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-s3-'))
  const port = await freePort()
  const s3: S3 = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket,
    accessKey: 'TESTACCESS',
    secretKey: 'TESTSECRETKEY12345',
  }
  const start = async () => {
    const child = spawn(program()!, ['--port', `127.0.0.1:${port}`, '--health', '/health', '--quiet', 'posix', folder], {
      stdio: 'ignore',
      env: { ...process.env, ROOT_ACCESS_KEY: s3.accessKey, ROOT_SECRET_KEY: s3.secretKey },
    })
    await until(() =>
      fetch(`${s3.endpoint}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    return child
  }
  let child = await start()
  const kill = () =>
    new Promise((resolve) => {
      child.once('exit', resolve)
      child.kill('SIGKILL')
    })
  return {
    ...s3,
    folder,
    restart: async () => {
      await kill()
      child = await start()
    },
    stop: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
