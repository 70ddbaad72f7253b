// Checks of the settings, read as the services read them at their start.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { actorKeys, readActorKeys } from '@lyceum/kit/calls/actor'
import { environment } from '@lyceum/kit/config'
import { verifyMail } from '@lyceum/kit/messages/mail'
import { withPassword } from '../../../runtime/settings.ts'
import { services } from '../../../services/services.ts'
import { brokersOf, storeOf } from '../../../runtime/world/servers.ts'
import { serviceNames } from '../databases.ts'
import type { Installation } from '../installation.ts'
import { fail, type Finding, look, ok, warn } from './check.ts'

export async function configuration(installation: Installation): Promise<Finding[]> {
  const { env, prefix } = installation.settings
  const read = environment(env)
  const wrong: Finding[] = []
  const attempt = async (name: string, work: () => unknown) => {
    try {
      await work()
    } catch (error) {
      wrong.push(fail(name, (error as Error).message, 'set it as docs/operate/install.md says and start again'))
    }
  }
  const own =
    installation.way === 'one'
      ? { ...env, GRANT_KEYS: read.optional('GRANT_KEYS') ?? (await grantIn(installation.settings.home)), GRANT_KEYS_FILE: undefined }
      : env
  for (const name of serviceNames) {
    const { service } = await services[name]()
    await attempt(`configuration of ${name}`, () => service.config(environment(own)))
  }
  if (installation.way === 'servers') {
    await attempt('configuration of Kafka', () => brokersOf(read))
    await attempt('configuration of the store', () => storeOf(read, prefix))
    await attempt('configuration of Redis', () => read.required('REDIS_URL'))
    // only processes that serve calls need them: the pod of the command line has none
    const keys = read.optional('ACTOR_KEYS')
    if (keys) await attempt('ACTOR_KEYS', async () => await actorKeys(readActorKeys(keys)))
  }
  return wrong.length > 0 ? wrong : [ok('configuration', 'every service can read what it needs')]
}

/** The grant keys of the folder, made at the first start. */
async function grantIn(home: string): Promise<string> {
  const text = await readFile(join(home, 'secrets.json'), 'utf8').catch(() => '')
  return text ? (JSON.parse(text) as { grant: string }).grant : Buffer.alloc(32).toString('base64url')
}

export async function mail(installation: Installation): Promise<Finding[]> {
  const read = environment(installation.settings.env)
  const url = withPassword(read.optional('SMTP_URL'), read.optional('SMTP_PASSWORD'))
  if (!url)
    return [
      warn(
        'mail',
        'SMTP_URL is not set: codes and notices are written to the log',
        'set SMTP_URL and MAIL_FROM before people need a new password',
      ),
    ]
  return await look('mail', 'check SMTP_URL, SMTP_PASSWORD and the way to that server', async () => {
    await verifyMail(url)
    return ok('mail', 'the server takes mail')
  })
}

/** On servers: every process answers, and all are of one release. */
export async function processes(installation: Installation): Promise<Finding[]> {
  if (installation.way === 'one')
    return [ok('processes', installation.running ? 'it runs' : 'it does not run; the database was started for this look')]
  const urls = environment(installation.settings.env).map('SERVICE_URLS')
  if (Object.keys(urls).length === 0)
    return [warn('processes', 'SERVICE_URLS is not set here', 'set it as the BFF has it, to ask every service whether it is ready')]
  const missing = serviceNames.filter((name) => !urls[name])
  const releases = new Map<string, string>()
  const found = await Promise.all(
    Object.entries(urls).map(([name, url]) =>
      look(`process of ${name}`, `look at its log and at \`kubectl describe\`; does ${url} lead there?`, async () => {
        const answer = await fetch(`${url}/readyz`)
        const { release = '', reason = '' } = (await answer.json()) as { release?: string; reason?: string }
        releases.set(name, release)
        if (answer.ok) return ok(`process of ${name}`, `ready, release ${release}`)
        return fail(`process of ${name}`, `not ready: ${reason}`, 'mend what it names; it becomes ready by itself')
      }),
    ),
  )
  const all = found.flat()
  if (missing.length > 0)
    all.push(fail('SERVICE_URLS', `it names no ${missing.join(', ')}`, 'name every service: identity=http://…,course=http://…'))
  const different = new Set(releases.values())
  if (different.size > 1)
    all.push(
      warn(
        'releases',
        [...releases].map(([name, release]) => `${name} ${release}`).join(', '),
        'finish the upgrade or the rollback: docs/operate/upgrade.md',
      ),
    )
  return all
}
