// npm run images             lyceum, lyceum-transcode and (by Docker) lyceum-one:<release>, by Docker if it answers, else assembled here from this machine's
//                            programs into archives that any cluster takes; prints names and sizes
// npm run images -- servers  further images for the chart's own Kafka, PostgreSQL, Redis and S3 server, if the official ones cannot be pulled
// --release=1.2.3 names the release; --out=FOLDER is the archives' folder (.lyceum-stack/images); --assemble skips Docker, and then
// --over=FOLDER lays these files over the project's: a later release, for tests of an upgrade. --trial: images that are no release, as tests make
// them; a release needs a long run of its minor version that passed (tools/test/long-run.ts)
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { stack } from '../stack/config.ts'
import { longRunFile, readLongRun, refusalOf } from '../../tools/test/long-run.ts'
import { overdue, overdueLine, readKnown } from '../../tools/test/unsteady.ts'
import { dockerAnswers } from '../stack/containers.ts'
import { onPath } from '../stack/obtain.ts'
import { copyContents } from './contents.ts'
import { installDependencies } from './dependencies.ts'
import { addIsolation, addProgram, addShell, emptyRoot } from './programs.ts'
import { writeSbom } from './sbom.ts'
import { sourceOf } from './source.ts'
import { serverImages } from './server-images.ts'
import { type Layer, layerOf, readLayer, writeImage } from './tar.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    release: { type: 'string', default: '0.1.0' },
    out: { type: 'string', default: join(stack.folder, 'images') },
    assemble: { type: 'boolean', default: false },
    over: { type: 'string' },
    trial: { type: 'boolean', default: false },
  },
})
const { release, out } = values
const late = overdue(readKnown(), new Date())
if (late.length > 0) {
  console.error(`no release while tests stay unsteady:\n${late.map(overdueLine).join('\n')}`)
  process.exit(1)
}
const refused = values.trial || positionals.includes('servers') ? undefined : refusalOf(release, readLongRun(longRunFile))
if (refused) {
  console.error(`${refused}; images that are no release: npm run images -- --trial`)
  process.exit(1)
}
const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
const { revision, created } = sourceOf(stack.root)
const labels = {
  'org.opencontainers.image.version': release,
  ...(revision && { 'org.opencontainers.image.revision': revision }),
  ...(created && { 'org.opencontainers.image.created': created }),
}

function byDocker(): void {
  for (const [target, name] of [
    ['app', 'lyceum'],
    ['transcode', 'lyceum-transcode'],
    ['one', 'lyceum-one'],
  ] as const) {
    const args = ['--build-arg', `RELEASE=${release}`, ...Object.entries(labels).flatMap((one) => ['--label', one.join('=')])]
    execFileSync('docker', ['build', '-f', 'deploy/Dockerfile', '--target', target, '-t', `${name}:${release}`, ...args, '.'], {
      cwd: stack.root,
      stdio: 'inherit',
    })
    const size = Number(execFileSync('docker', ['image', 'inspect', '-f', '{{.Size}}', `${name}:${release}`], { encoding: 'utf8' }))
    console.log(`${name}:${release} ${mb(size)}`)
  }
}

/** Sources that make the layers: a change of them makes other layers. */
const making = ['images.ts', 'programs.ts', 'server-images.ts', 'dependencies.ts'].map((file) =>
  readFileSync(join(import.meta.dirname, file)),
)

/** A cached layer: made again only when its content or these sources change. */
async function layer(name: string, key: string, by: string, fill: (folder: string) => void): Promise<Layer> {
  const file = join(out, `${name}-${createHash('sha256').update(Buffer.concat(making)).update(key).digest('hex').slice(0, 12)}.layer`)
  if (existsSync(file)) return await readLayer(file, by)
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-image-'))
  try {
    fill(folder)
    return await layerOf(folder, file, by)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const compileCache = '/app/.compile-cache'
const account = 10001

/** The compile cache of a start, owned by the image's account; none where this process does not run as root. */
async function compiledOf(below: Layer[], files: string): Promise<Layer[]> {
  if (process.getuid?.() !== 0) {
    console.log('· nothing is compiled beforehand: only root can run a program as another account')
    return []
  }
  const root = mkdtempSync(join(tmpdir(), 'lyceum-image-'))
  const made = mkdtempSync(join(tmpdir(), 'lyceum-image-'))
  try {
    for (const { file } of below) execFileSync('tar', ['-xf', file, '-C', root])
    cpSync(join(files, 'app'), join(root, 'app'), { recursive: true, verbatimSymlinks: true })
    mkdirSync(join(root, compileCache))
    chownSync(join(root, compileCache), account, account)
    execFileSync('chroot', [`--userspec=${account}:${account}`, root, '/usr/local/bin/node', '/app/runtime/compile-cache.ts'], {
      env: { PATH: stack.env.PATH, NODE_ENV: 'production', NODE_COMPILE_CACHE: compileCache },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    cpSync(join(root, compileCache), join(made, compileCache), { recursive: true })
    return [
      await layerOf(made, join(out, 'compiled.layer'), 'runtime/compile-cache.ts', {
        owned: { path: compileCache, account },
      }),
    ]
  } finally {
    for (const folder of [root, made]) rmSync(folder, { recursive: true, force: true })
  }
}

async function assembled(): Promise<void> {
  mkdirSync(out, { recursive: true })
  const base = await layer('base', process.version, `node ${process.version} of this machine`, (root) => {
    emptyRoot(root)
    addProgram(root, process.execPath, '/usr/local/bin/node')
  })
  const lock = readFileSync(join(stack.root, 'package-lock.json'), 'utf8')
  const dependencies = await layer('dependencies', lock, 'npm ci --omit=dev --omit=optional', (root) => {
    const folder = join(root, 'staging')
    installDependencies(folder)
    mkdirSync(join(root, 'app'))
    cpSync(join(folder, 'node_modules'), join(root, 'app', 'node_modules'), { recursive: true, verbatimSymlinks: true })
    rmSync(folder, { recursive: true })
  })
  const files = mkdtempSync(join(tmpdir(), 'lyceum-image-'))
  copyContents(join(files, 'app'))
  if (values.over) cpSync(values.over, join(files, 'app'), { recursive: true })
  writeSbom(join(files, 'app', 'sbom.cdx.json'))
  // browsers distinguish files of two releases by their times
  const app = await layerOf(files, join(out, 'app.layer'), 'deploy/images/contents.ts', {
    time: Math.floor(Date.parse(created ?? '') / 1000) || 0,
  })
  const compiled = await compiledOf([base, dependencies], files)
  rmSync(files, { recursive: true })
  const ffmpeg = onPath('ffmpeg') ?? join(stack.root, 'node_modules/@ffmpeg-installer/linux-x64/ffmpeg')
  const heif = onPath('heif-convert') ?? onPath('heif-dec')
  const media = await layer('media', ffmpeg, `${ffmpeg} and a shell`, (root) => {
    mkdirSync(join(root, 'usr/bin'), { recursive: true })
    addProgram(root, ffmpeg, '/usr/bin/ffmpeg')
    if (heif) addProgram(root, heif, '/usr/bin/heif-convert')
    addShell(root)
    addIsolation(root)
  })
  const common = {
    env: { NODE_ENV: 'production', LYCEUM_RELEASE: release, NODE_COMPILE_CACHE: compileCache },
    labels: {
      'org.opencontainers.image.title': 'Lyceum',
      'org.opencontainers.image.licenses': 'Apache-2.0',
      ...labels,
    },
    created,
    entrypoint: ['/usr/local/bin/node', 'runtime/main.ts'],
    workdir: '/app',
  }
  const write = (name: string, layers: Layer[], more = {}) => {
    const file = join(out, `${name}-${release}.tar`)
    console.log(
      `${name}:${release} ${mb(writeImage({ ...common, name: `docker.io/library/${name}:${release}`, layers, ...more }, file))} ${file}`,
    )
  }
  write('lyceum', [base, dependencies, app, ...compiled])
  write('lyceum-transcode', [base, dependencies, media, app, ...compiled], {
    env: { ...common.env, LYCEUM_FFMPEG: '/usr/bin/ffmpeg', ...(heif && { LYCEUM_HEIF: '/usr/bin/heif-convert' }) },
  })
  if (!onPath('ffmpeg')) console.log('· ffmpeg is the one of npm: this machine has none of the distribution')
  if (!heif) console.log('· no heif-convert on this machine, and none in lyceum-transcode: HEIC pictures are offered for download only')
  console.log('· no LibreOffice in lyceum-transcode: office files are offered for download only')
}

if (positionals.includes('servers')) await serverImages({ out, layer, mb })
else if (!values.assemble && (await dockerAnswers())) byDocker()
else await assembled()
