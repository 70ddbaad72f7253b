// The cluster of the full run: the one that KUBECONFIG names, else one node of this machine, started by `cluster-up.sh` where PATH or
// LYCEUM_TOOLS has it, and ended afterwards.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stack } from '../../../deploy/stack/config.ts'
import { onPath } from '../../../deploy/stack/obtain.ts'

export type Outcome = { code: number; text: string; error: string }
export type Cluster = {
  /** This machine's own node: images are loaded straight into it, and a process in it can be killed without a request to Kubernetes. */
  own: boolean
  run(program: string, args: string[], input?: string): Promise<Outcome>
  /** Takes archives of images; only where `own`. */
  load(archives: string[]): Promise<void>
  /** -9 to the first process of a container; false where the node is not ours. */
  kill(container: string): Promise<boolean>
}

export class Missing extends Error {}

const tools = (name: string) => onPath(name, [stack.tools && join(stack.tools, 'k8s')])
const needed = (name: string, why: string): string => {
  const found = tools(name)
  if (!found) throw new Missing(`${name} is neither on PATH nor in LYCEUM_TOOLS: ${why}`)
  return found
}

function run(command: string, args: string[], input?: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env: stack.env, stdio: ['pipe', 'pipe', 'pipe'] })
    let text = ''
    let error = ''
    child.stdout.on('data', (chunk) => (text += chunk))
    child.stderr.on('data', (chunk) => (error += chunk))
    child.once('error', ({ message }) => resolve({ code: 127, text, error: message }))
    child.once('close', (code) => resolve({ code: code ?? 1, text, error }))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

/** helm is called helm4, helm3 or helm, as this machine has it. */
const helmHere = () => tools('helm4') ?? tools('helm3') ?? needed('helm', 'install helm')

let started: (() => Promise<void>) | undefined
/** Ends the node that this process has started, if it has, also during its start. */
export const endStarted = async (): Promise<void> => await started?.()

export async function openCluster(): Promise<Cluster> {
  if (stack.env.KUBECONFIG) {
    const programs: Record<string, string> = { kubectl: needed('kubectl', 'it orders the cluster of KUBECONFIG'), helm: helmHere() }
    return {
      own: false,
      run: (program, args, input) => run(programs[program] ?? program, args, input),
      load: () => Promise.reject(new Error('images are pulled by that cluster')),
      kill: () => Promise.resolve(false),
    }
  }
  const up = needed('cluster-up.sh', 'name a cluster by KUBECONFIG, or install the one-node cluster')
  const bin = dirname(needed('kubelet', 'the one-node cluster is made of it'))
  const state = join(stack.folder, 'k8s')
  const running = await isRunning(state)
  if (!running) await start(up, bin, state)
  const inside = join(dirname(up), 'cluster-sh.sh')
  const programs: Record<string, string> = { helm: helmHere() }
  const order = (program: string, args: string[], input?: string) => run(inside, [state, bin, programs[program] ?? program, ...args], input)
  if (!running) await feedDns(order)
  const ctr = (...args: string[]) => order('ctr', ['-a', '/run/containerd/containerd.sock', '-n', 'k8s.io', ...args])
  return {
    own: true,
    run: order,
    async load(archives) {
      for (const archive of archives) {
        const { code, error } = await ctr('images', 'import', archive)
        if (code !== 0) throw new Error(`${archive}: ${error.slice(-400)}`)
      }
    },
    async kill(container) {
      const { code, error } = await ctr('tasks', 'kill', '-s', 'SIGKILL', container)
      if (code !== 0) throw new Error(`it could not be killed: ${error.slice(-300)}`)
      return true
    },
  }
}

/** Sets the resource requests that Kubernetes itself gives DNS: without them names are resolved last, and not at all while pods start. */
async function feedDns(order: Cluster['run']): Promise<void> {
  const dns = ['-n', 'kube-system', 'deployment/coredns']
  const said = await order('kubectl', ['set', 'resources', ...dns, '--requests=cpu=100m,memory=70Mi'])
  if (said.code === 0) await order('kubectl', ['rollout', 'status', ...dns, '--timeout=120s'])
}

async function isRunning(state: string): Promise<boolean> {
  if (!existsSync(join(state, 'ready'))) return false
  const pid = readFileSync(join(state, 'outer.pid'), 'utf8').trim()
  return existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'unshare'
}

async function start(up: string, bin: string, state: string): Promise<void> {
  const folder = dirname(state)
  rmSync(state, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const addons = ['coredns', 'metrics-server'].map((name) => {
    const file = join(folder, `${name}.tar`)
    spawnSync('python3', [join(dirname(up), 'mkimage.py'), file, `local/${name}:1`, `/${name}`, `${join(bin, name)}=/${name}`])
    return file
  })
  const log = openSync(join(folder, 'k8s.log'), 'w')
  const child = spawn(up, [bin, state, ...addons], {
    env: { ...stack.env, ADDONS: 'addons.yaml' },
    stdio: ['ignore', log, log],
    detached: true,
  })
  child.unref()
  started = async () => {
    started = undefined
    await run(join(dirname(up), 'cluster-down.sh'), [state])
    rmSync(state, { recursive: true, force: true })
  }
  for (let i = 0; i < 600 && !existsSync(join(state, 'ready')); i++) {
    if (child.exitCode !== null) break
    await sleep(500)
  }
  if (!existsSync(join(state, 'ready')))
    throw new Error(`the cluster did not come up: ${readFileSync(join(folder, 'k8s.log'), 'utf8').slice(-800)}`)
}
