// Writes image archives without a daemon: layers are tars of folders, an archive is layers, a configuration and a manifest, as `docker save` writes
// them. Every image store reads it (`docker load`, `ctr images import`, `skopeo copy docker-archive:`).
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, createReadStream, existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export type Layer = { file: string; sha: string; size: number; by: string }

type LayerOptions = {
  /** The time of every file, in seconds. */
  time?: number
  /** A folder that belongs to an account, by its path in the layer. */
  owned?: { path: string; account: number }
}

/** A layer of all of `folder`, owned by root, with equal bytes for equal files. */
export async function layerOf(folder: string, file: string, by: string, { time = 0, owned }: LayerOptions = {}): Promise<Layer> {
  chmodSync(folder, 0o755) // mkdtemp makes folders for their owner alone, and this one becomes the root
  const made = `${file}.part`
  const tar = (account: number, ...args: string[]) =>
    execFileSync('tar', [
      '--sort=name',
      `--mtime=@${time}`,
      `--owner=${account}`,
      `--group=${account}`,
      '--numeric-owner',
      '--format=posix',
      '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime',
      '-C',
      folder,
      ...args,
    ])
  const inside = owned && `.${owned.path}`
  tar(0, ...(inside ? [`--exclude=${inside}`] : []), '-cf', made, '.')
  if (owned && inside) tar(owned.account, '-rf', made, inside)
  renameSync(made, file)
  return await readLayer(file, by)
}

export async function readLayer(file: string, by: string): Promise<Layer> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { file, sha: hash.digest('hex'), size: statSync(file).size, by }
}

export type Image = {
  name: string
  layers: Layer[]
  entrypoint: string[]
  env?: Record<string, string>
  labels?: Record<string, string>
  /** The time of the release, as ISO 8601. */
  created?: string | undefined
  user?: string
  workdir?: string
}

/** Writes the archive; answers its size in bytes. */
export function writeImage(
  { name, layers, entrypoint, env = {}, labels = {}, created, user = '10001:10001', workdir = '/' }: Image,
  file: string,
): number {
  const folder = `${file}.d`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const config = JSON.stringify({
    architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
    os: 'linux',
    ...(created && { created }),
    config: {
      Entrypoint: entrypoint,
      Env: Object.entries({ PATH: '/usr/local/bin:/usr/bin:/bin', ...env }).map((one) => one.join('=')),
      User: user,
      WorkingDir: workdir,
      Labels: labels,
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ sha }) => `sha256:${sha}`) },
    history: layers.map(({ by }) => ({ created_by: by })),
  })
  const configName = `${createHash('sha256').update(config).digest('hex')}.json`
  writeFileSync(join(folder, configName), config)
  for (const { file: from, sha } of layers) {
    mkdirSync(join(folder, sha), { recursive: true })
    // layers are in the folder of the archive
    if (!existsSync(join(folder, sha, 'layer.tar'))) linkSync(from, join(folder, sha, 'layer.tar'))
  }
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify([{ Config: configName, RepoTags: [name], Layers: layers.map(({ sha }) => `${sha}/layer.tar`) }]),
  )
  execFileSync('tar', ['--owner=0', '--group=0', '--numeric-owner', '-C', folder, '-cf', file, '.'])
  rmSync(folder, { recursive: true, force: true })
  return layers.reduce((sum, { size }) => sum + size, 0)
}
