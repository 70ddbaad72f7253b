// Files from a picker, a drop or a paste, with the folders above them; with a file handle where the browser gives one, so that an upload can
// resume after a reload without choosing the file again.

export type Handle = FileSystemFileHandle & {
  queryPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>
  requestPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>
}
export type CollectedFile = { file: File; path: readonly string[]; handle?: Handle }
/** `folders`: every folder's path, parents first, empty ones too. */
export type FileCollection = { files: CollectedFile[]; folders: (readonly string[])[] }

type DirectoryHandle = FileSystemDirectoryHandle & { values: () => AsyncIterable<FileSystemHandle> }
/** A bound that no folder of lessons reaches; more files would freeze the browser. */
const maxFiles = 20_000

export const fromFiles = (files: Iterable<File>): FileCollection => {
  const collected: CollectedFile[] = []
  const folders = new Map<string, readonly string[]>()
  for (const file of files) {
    const path = file.webkitRelativePath ? file.webkitRelativePath.split('/').slice(0, -1) : []
    for (let depth = 1; depth <= path.length; depth++) folders.set(path.slice(0, depth).join('/'), path.slice(0, depth))
    collected.push({ file, path })
  }
  return { files: collected, folders: [...folders.values()] }
}

/** Files and folders of a drop or a paste. All items are read before the first await: the browser empties them afterwards. */
export async function fromTransfer(data: DataTransfer): Promise<FileCollection> {
  const items = [...data.items].filter((item) => item.kind === 'file')
  const plainFiles = [...data.files]
  const pending = items.map((item) => {
    const entry = item.webkitGetAsEntry?.() ?? null
    const asHandle = (item as unknown as { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> }).getAsFileSystemHandle
    return { entry, file: item.getAsFile(), handle: asHandle ? asHandle.call(item).catch(() => null) : Promise.resolve(null) }
  })
  if (pending.length === 0) return fromFiles(plainFiles)
  const collection: FileCollection = { files: [], folders: [] }
  for (const { entry, file, handle: pendingHandle } of pending) {
    const handle = await pendingHandle
    if (handle?.kind === 'directory') await collectHandle(handle as DirectoryHandle, [handle.name], collection)
    else if (handle?.kind === 'file')
      collection.files.push({ file: file ?? (await (handle as Handle).getFile()), path: [], handle: handle as Handle })
    else if (entry?.isDirectory) await collectEntry(entry as FileSystemDirectoryEntry, [entry.name], collection)
    else if (file) collection.files.push({ file, path: [] })
  }
  return collection
}

async function collectHandle(folder: DirectoryHandle, path: readonly string[], collection: FileCollection): Promise<void> {
  collection.folders.push(path)
  for await (const entry of folder.values()) {
    if (collection.files.length >= maxFiles) return
    if (entry.kind === 'directory') await collectHandle(entry as DirectoryHandle, [...path, entry.name], collection)
    else collection.files.push({ file: await (entry as Handle).getFile(), path, handle: entry as Handle })
  }
}

async function collectEntry(folder: FileSystemDirectoryEntry, path: readonly string[], collection: FileCollection): Promise<void> {
  collection.folders.push(path)
  const reader = folder.createReader()
  const next = () => new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
  // a reader returns at most 100 at a time
  for (let batch = await next(); batch.length > 0; batch = await next())
    for (const entry of batch) {
      if (collection.files.length >= maxFiles) return
      if (entry.isDirectory) await collectEntry(entry as FileSystemDirectoryEntry, [...path, entry.name], collection)
      else
        collection.files.push({
          file: await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
          path,
        })
    }
}

type Picker = (options: { multiple: boolean }) => Promise<Handle[]>
/** Files from the picker that gives handles; undefined in browsers without one (callers use an input element), empty when it was closed. */
export async function fromPicker(multiple = true): Promise<FileCollection | undefined> {
  const picker = (window as unknown as { showOpenFilePicker?: Picker }).showOpenFilePicker
  if (!picker) return undefined
  const handles = await picker.call(window, { multiple }).catch((error: unknown) => {
    if ((error as Error).name === 'AbortError') return []
    return undefined
  })
  return (
    handles && {
      files: await Promise.all(handles.map(async (handle) => ({ file: await handle.getFile(), path: [], handle }))),
      folders: [],
    }
  )
}
