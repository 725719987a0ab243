import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { countChosen } from '../../domain/chosen-places.ts'
import type { FollowChoice } from '../../domain/follow-choice.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { flipped } from '../subscriptions/change.ts'
import { choiceOf } from '../subscriptions/choices.ts'
import { cloudKeeper, useKept } from '../subscriptions/own-choices.ts'
import { useSubscribing } from '../subscriptions/use-subscribing.tsx'
import type { FollowOffer } from './follow-panel.tsx'

/** Signed-in readers follow with one press. Several places at once have their own stars. */
export function OwnFollow({ followed }: { followed: FollowOffer }) {
  const { choice } = followed
  if (choice.kind === 'record') return <OwnPost key={choice.record} followed={followed} id={choice.record} />
  const { services, dataCenters } = choice.places
  const [tid] = [...services, ...dataCenters]
  return countChosen(choice.places) === 1 && tid !== undefined ? (
    <OwnPlace followed={followed} choice={choice} tid={tid} />
  ) : (
    <Link className="button" to="/subscribe">
      Manage subscriptions
    </Link>
  )
}

function OwnPost({ followed: { words, about, isFollowed }, id }: { followed: FollowOffer; id: number }) {
  const [changed, setChanged] = useState<boolean>()
  const [isBusy, setBusy] = useState(false)
  const isOn = changed ?? isFollowed ?? false
  async function flip() {
    if (isBusy) return
    setBusy(true)
    setChanged(!isOn)
    const called = await callAccount('POST /api/follow/post', {
      id,
      action: isOn ? 'unsubscribe' : 'subscribe',
    })
    setBusy(false)
    if (called.kind === 'done') {
      showToast(isOn ? `You no longer follow ${about}.` : `You follow ${about}.`)
    } else {
      setChanged(isOn)
      showToast(called.message, { isProblem: true })
    }
  }
  return <FollowButton words={words} isOn={isOn} onPress={() => void flip()} />
}

function OwnPlace({
  followed: { words, about },
  choice,
  tid,
}: {
  followed: FollowOffer
  choice: FollowChoice
  tid: number
}) {
  const keeper = cloudKeeper(choice.cloud)
  const { choices } = useKept(keeper)
  const subscribe = useSubscribing(keeper)
  const isLoaded = choices !== undefined
  useEffect(() => {
    if (!isLoaded) void keeper.load()
  }, [keeper, isLoaded])
  const isOn = (choices && choiceOf(choices, tid)?.isSubscribed) ?? false
  const target = { kind: 'item', tid, name: about } as const
  return <FollowButton words={words} isOn={isOn} onPress={() => void subscribe(flipped(target, isOn))} />
}

function FollowButton({ words, isOn, onPress }: { words: string; isOn: boolean; onPress: () => void }) {
  return (
    <button type="button" className="button" aria-pressed={isOn} onClick={onPress}>
      {isOn ? 'Following ✓' : words}
    </button>
  )
}
