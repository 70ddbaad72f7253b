// Makes the secrets of a system in containers (compose.yaml), once: `first-keys.ts FOLDER` writes a folder for each reader.
//   bff/actor-keys        signs actor tokens
//   services/actor-keys   verifies them; services/grant-keys signs grants; services/push-key signs push messages;
//   services/secret-keys seals what is kept for others
//   school/admin-password the first administrator's
import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newActorKey } from '@lyceum/kit/calls/actor'
import { newPushKey } from '@lyceum/kit/messages/web-push'
import { newToken } from '@lyceum/kit/ids'
import { newSecretKey } from '@lyceum/kit/text/kept-secrets'

export async function makeKeys(folder: string): Promise<boolean> {
  const last = join(folder, 'bff', 'actor-keys')
  const made = await access(last).then(
    () => true,
    () => false,
  )
  // the container that mounts a folder runs under another user id
  const write = async (file: string, text: string) => {
    await mkdir(join(folder, file, '..'), { recursive: true })
    await writeFile(join(folder, file), text, { mode: 0o644 })
  }
  // a set of a release without push messages has none; browsers subscribe to it, so it is never made again
  const pushKey = join(folder, 'services', 'push-key')
  await access(pushKey).catch(() => write('services/push-key', newPushKey()))
  // likewise one without kept secrets; what it has sealed opens with it alone
  const secretKeys = join(folder, 'services', 'secret-keys')
  await access(secretKeys).catch(() => write('services/secret-keys', newSecretKey()))
  if (made) return false
  const { d, ...open } = await newActorKey()
  await write('services/actor-keys', JSON.stringify([open]))
  await write('services/grant-keys', newToken())
  await write('school/admin-password', newToken().slice(0, 20))
  // last: its presence marks the set as complete
  await write('bff/actor-keys', JSON.stringify([{ ...open, d }]))
  return true
}

if (import.meta.main) {
  const folder = process.argv[2]
  if (!folder) throw new Error('usage: first-keys.ts FOLDER')
  console.log((await makeKeys(folder)) ? 'keys are made' : 'keys are there')
}
