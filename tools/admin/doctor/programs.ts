// Checks of the programs that read people's files: the version of ffmpeg, and the isolation from the network. On servers these are in the image of
// the transcode pods, not here.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { environment } from '@lyceum/kit/config'
import { isolation } from '../../../services/upload/src/processes/isolation.ts'
import { ffmpegPath } from '../../../services/upload/src/transcoding/ffmpeg.ts'
import type { Installation } from '../installation.ts'
import { type Finding, look, ok, warn } from './check.ts'

export async function programs(installation: Installation): Promise<Finding[]> {
  if (installation.way !== 'one') return []
  const program = ffmpegPath(environment(installation.settings.env).optional('LYCEUM_FFMPEG'))
  const found = await look('ffmpeg', 'install ffmpeg, or set LYCEUM_FFMPEG to one: videos cannot be converted', async () => {
    const { stdout } = await promisify(execFile)(program, ['-version'])
    const [first = ''] = stdout.split('\n')
    const year = Number(/\(c\) 2000-(\d{4})/.exec(first)?.[1] ?? 0)
    const version = first.replace(/ Copyright.*/, '').trim()
    if (year > 2018) return ok('ffmpeg', version)
    return warn('ffmpeg', `${version}, of 2018`, "install the distribution's ffmpeg, or set LYCEUM_FFMPEG: old ones have known holes")
  })
  const { network, files } = await isolation()
  const held = network && files
  return [
    ...found,
    held
      ? ok('isolation', "programs over people's files have no network and do not see our folders")
      : warn(
          'isolation',
          `programs over people's files ${network ? 'have no network but' : 'have a network and'} see our folders`,
          'allow unprivileged user namespaces (unshare -rmn), or forbid the way out in the firewall: docs/operate/install.md',
        ),
  ]
}
