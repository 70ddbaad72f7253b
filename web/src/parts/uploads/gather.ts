// What people choose, drop or paste, as files with the folders above them; with a handle where the browser gives one, so that an upload
// can be taken up after a reload without asking for the file again.

export type Handle = FileSystemFileHandle & {
  queryPermission?: (given: { mode: 'read' }) => Promise<PermissionState>
  requestPermission?: (given: { mode: 'read' }) => Promise<PermissionState>
}
export type Found = { file: File; path: readonly string[]; handle?: Handle }
/** `folders`: every folder's path, parents first, empty ones too. */
export type Gathered = { found: Found[]; folders: (readonly string[])[] }

type DirectoryHandle = FileSystemDirectoryHandle & { values: () => AsyncIterable<FileSystemHandle> }
/** More is nobody's folder of lessons: the browser would stand still. */
const most = 20_000

export const fromFiles = (files: Iterable<File>): Gathered => {
  const found: Found[] = []
  const folders = new Map<string, readonly string[]>()
  for (const file of files) {
    const path = file.webkitRelativePath ? file.webkitRelativePath.split('/').slice(0, -1) : []
    for (let depth = 1; depth <= path.length; depth++) folders.set(path.slice(0, depth).join('/'), path.slice(0, depth))
    found.push({ file, path })
  }
  return { found, folders: [...folders.values()] }
}

/** Files and folders of a drop or a paste. The items are read before anything is waited for: afterwards the browser has emptied them. */
export async function fromTransfer(data: DataTransfer): Promise<Gathered> {
  const items = [...data.items].filter((item) => item.kind === 'file')
  const plain = [...data.files]
  const begun = items.map((item) => {
    const entry = item.webkitGetAsEntry?.() ?? null
    const asHandle = (item as unknown as { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> }).getAsFileSystemHandle
    return { entry, file: item.getAsFile(), handle: asHandle ? asHandle.call(item).catch(() => null) : Promise.resolve(null) }
  })
  if (begun.length === 0) return fromFiles(plain)
  const all: Gathered = { found: [], folders: [] }
  for (const { entry, file, handle: coming } of begun) {
    const handle = await coming
    if (handle?.kind === 'directory') await intoHandle(handle as DirectoryHandle, [handle.name], all)
    else if (handle?.kind === 'file')
      all.found.push({ file: file ?? (await (handle as Handle).getFile()), path: [], handle: handle as Handle })
    else if (entry?.isDirectory) await intoEntry(entry as FileSystemDirectoryEntry, [entry.name], all)
    else if (file) all.found.push({ file, path: [] })
  }
  return all
}

async function intoHandle(folder: DirectoryHandle, path: readonly string[], all: Gathered): Promise<void> {
  all.folders.push(path)
  for await (const one of folder.values()) {
    if (all.found.length >= most) return
    if (one.kind === 'directory') await intoHandle(one as DirectoryHandle, [...path, one.name], all)
    else all.found.push({ file: await (one as Handle).getFile(), path, handle: one as Handle })
  }
}

async function intoEntry(folder: FileSystemDirectoryEntry, path: readonly string[], all: Gathered): Promise<void> {
  all.folders.push(path)
  const reader = folder.createReader()
  const next = () => new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
  // a reader gives at most 100 at a time
  for (let batch = await next(); batch.length > 0; batch = await next())
    for (const one of batch) {
      if (all.found.length >= most) return
      if (one.isDirectory) await intoEntry(one as FileSystemDirectoryEntry, [...path, one.name], all)
      else all.found.push({ file: await new Promise<File>((resolve, reject) => (one as FileSystemFileEntry).file(resolve, reject)), path })
    }
}

type Picker = (options: { multiple: boolean }) => Promise<Handle[]>
/** By the picker that gives handles; undefined where there is none (then an input element asks), empty when it was closed. */
export async function fromPicker(multiple = true): Promise<Gathered | undefined> {
  const picker = (window as unknown as { showOpenFilePicker?: Picker }).showOpenFilePicker
  if (!picker) return undefined
  const handles = await picker.call(window, { multiple }).catch((error: unknown) => {
    if ((error as Error).name === 'AbortError') return []
    return undefined
  })
  return (
    handles && {
      found: await Promise.all(handles.map(async (handle) => ({ file: await handle.getFile(), path: [], handle }))),
      folders: [],
    }
  )
}
