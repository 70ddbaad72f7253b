// Limits of glibc's allocator, which reads them only when a process begins.
import type { Env } from '@lyceum/kit/config'

/**
 * By itself glibc raises its limits to the largest piece that was ever freed: each thread of Node's pool then keeps the 16 MiB of a password's hash, and the
 * heap what a busy minute took. Bytes from which a piece is mapped alone and returned when it is freed, and beyond which free memory at the end is returned.
 */
const limits = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '1048576' }

/** The environment with the limits; undefined where the process has them, or its system has another allocator. */
export function withLimits(env: Env): Env | undefined {
  if (process.platform !== 'linux' || Object.keys(limits).some((name) => env[name] !== undefined)) return undefined
  return { ...env, ...limits }
}

/** `env` is the process's own. Begins this process anew, under its number and with its arguments, where it has no limits yet: 40 ms. A channel to the parent would not outlast that. */
export function limitAllocator(env: Env): void {
  const limited = withLimits(env)
  // a database that this process starts keeps the limits of its system
  for (const [name, value] of Object.entries(limits)) if (env[name] === value) delete env[name]
  if (!limited || !process.execve || process.channel) return
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], limited as NodeJS.ProcessEnv)
}
