// Reading of a package: the directory of its archive within bounds, and its manifest.
import { type ZipEntry, zipEntries, type ZipSource } from '@lyceum/kit/archives/zip'
import { BadPackage } from './bad-package.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { largestManifest } from './manifest-xml.ts'
import { foldedPath } from './paths.ts'

/** `bytes`: of all files unpacked; `ratio`: unpacked to packed, of one file; `name`: bytes of a path. */
export const packageBounds = { entries: 50_000, bytes: 16 * 1024 ** 3, ratio: 200, name: 500 }
const manifestName = 'imsmanifest.xml'

export type PackageFile = Pick<ZipEntry, 'at' | 'packed' | 'size' | 'method' | 'crc'> & { folded: string; path: string }
export type ReadPackage = { manifest: Manifest; files: PackageFile[] }

/** Throws BadPackage and BadZip; what the source throws stays as it is. */
export async function readPackage(source: ZipSource): Promise<ReadPackage> {
  const entries = await zipEntries(source, packageBounds)
  const byPath = new Map<string, PackageFile>()
  let manifest: ZipEntry | undefined
  for (const entry of entries) {
    const { at, packed, size, method, crc } = entry
    const path = entry.name.replace(/^(\.\/)+/, '')
    const folded = foldedPath(path)
    // on some computers one of the two would have replaced the other
    if (byPath.has(folded)) throw new BadPackage('package.unsafePath', { path: path.slice(0, 200) })
    byPath.set(folded, { folded, path, at, packed, size, method, crc })
    if (folded === manifestName) manifest = entry
  }
  if (!manifest) throw missingManifest([...byPath.keys()])
  if (manifest.size > largestManifest) throw new BadPackage('package.tooLarge', { file: manifestName })
  const parts: Uint8Array[] = []
  for await (const part of manifest.bytes()) parts.push(part)
  return {
    manifest: await readManifest(Buffer.concat(parts), (path) => byPath.get(foldedPath(path))?.path),
    files: [...byPath.values()],
  }
}

function missingManifest(paths: string[]): BadPackage {
  const inFolder = paths.find((path) => path.endsWith(`/${manifestName}`))
  return inFolder === undefined
    ? new BadPackage('package.noManifest')
    : new BadPackage('package.manifestInFolder', { folder: inFolder.slice(0, -manifestName.length - 1).slice(0, 200) })
}
