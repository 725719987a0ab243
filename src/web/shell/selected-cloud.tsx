import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { useLocation } from 'react-router'
import type { Cloud } from '../../domain/cloud.ts'
import { cloudOfPath, selectCloud } from '../../domain/select-cloud.ts'
import { onCloudSaved, saveCloud, savedMachineName, visitCloud } from '../../ui/account/saved-cloud.ts'
import { useRoot } from '../../ui/root-data.ts'

interface Selection {
  /** Undefined if no cloud is published. */
  cloud: Cloud | undefined
  choose(cloud: Cloud): void
}

const SelectionContext = createContext<Selection>({ cloud: undefined, choose: () => {} })

export function useSelectedCloud(): Selection {
  return useContext(SelectionContext)
}

/**
 * G-14, G-16, G-17: the cloud of the path, or the saved one, or the first. On a path that doesn't change with the
 * cloud, a choice lasts until the reader navigates; coming back to it selects its own cloud again.
 */
export function SelectedCloud({ children }: { children: ReactNode }) {
  const { clouds } = useRoot().global
  const { pathname, key } = useLocation()
  const saved = useSyncExternalStore(onCloudSaved, savedMachineName, () => undefined)
  const [chosen, setChosen] = useState<Cloud['machine_name']>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a visit counts once, not with each update of the clouds.
  useEffect(() => {
    const visited = cloudOfPath(clouds, pathname)
    if (visited !== undefined) visitCloud(visited)
    return () => setChosen(undefined)
  }, [pathname, key])

  const choose = useCallback((cloud: Cloud) => {
    saveCloud(cloud)
    setChosen(cloud.machine_name)
  }, [])

  const cloud =
    clouds.find(({ machine_name }) => machine_name === chosen) ??
    selectCloud(clouds, { path: pathname, savedMachineName: saved })
  const selection = useMemo(() => ({ cloud, choose }), [cloud, choose])
  return <SelectionContext value={selection}>{children}</SelectionContext>
}
