import { Menu, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { Button } from '@mantine/core';
import type { MethodName } from '@solvane/energy/quality/method-attributes';
import { isMethodName, QUALITY_METHODS } from '@solvane/energy/quality/methods';
import { IconLock, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { OrderedList } from '../../shared/configuration/ordered-list.tsx';
import { MethodFields, type QualityDevice } from './method-fields.tsx';
import classes from './method-list.module.css';
import type { SignalShares } from './method-shares.ts';
import { type DraftMethod, isMandatory, type MethodList as ListKind, listIn, newMethod, withOrder } from './quality-draft.ts';
import { effectOf, useQualityWords } from './use-quality-texts.ts';

interface MethodListProps {
  signal: string;
  list: ListKind;
  methods: readonly DraftMethod[];
  /** As saved. */
  before: readonly DraftMethod[];
  shares: SignalShares;
  devices: readonly QualityDevice[];
  canEdit: boolean;
  onChange: (methods: readonly DraftMethod[]) => void;
}

/** The tests or the sources of one signal in order; one row at a time is open. */
export function MethodList({ signal, list, methods, before, shares, devices, canEdit, onChange }: MethodListProps) {
  const { formatMessage, formatNumber } = useIntl();
  const words = useQualityWords();
  const [openId, setOpenId] = useState<string | null>(null);
  const items = listIn(methods, { signal, list });
  const known = new Map(before.map((each) => [each.id, each]));
  const change = (id: string, part: Partial<DraftMethod>): void =>
    onChange(methods.map((each) => (each.id === id ? { ...each, ...part } : each)));
  const isInternal = list === 'internal';
  return (
    <section className={classes.section} aria-label={formatMessage({ id: `QualityConfiguration_List_${list}` })}>
      <header className={classes.title}>
        <h3>{formatMessage({ id: `QualityConfiguration_List_${list}` })}</h3>
        <p>{formatMessage({ id: `QualityConfiguration_ListNote_${list}` })}</p>
        {canEdit && (
          <AddMethod
            list={list}
            items={items}
            onAdd={(method) => onChange([...methods, newMethod({ signal, method, rank: items.length + 1 })])}
          />
        )}
      </header>
      <div className={classes.frame}>
        <OrderedList
          labels={{
            list: formatMessage({ id: `QualityConfiguration_List_${list}` }),
            gripHelp: formatMessage({ id: 'EventCategorySet_Grip_Help' }),
            gripOf: ({ method }) => formatMessage({ id: 'EventCategorySet_Grip' }, { category: words.method(method) }),
            movedTo: ({ method }, rank) =>
              formatMessage({ id: 'EventCategorySet_Moved' }, { category: words.method(method), rank, count: items.length }),
          }}
          items={items}
          canMove={canEdit}
          gridClassName={classes.grid}
          head={
            <>
              <span />
              <span>{formatMessage({ id: 'QualityConfiguration_Method' })}</span>
              <span>{formatMessage({ id: isInternal ? 'QualityConfiguration_OnHit' : 'QualityConfiguration_CountsAs' })}</span>
              <span className={classes.number} title={formatMessage({ id: 'QualityConfiguration_Share_Hint' })}>
                {formatMessage({ id: isInternal ? 'QualityConfiguration_Hits' : 'QualityConfiguration_Used' })}
              </span>
              <span>{formatMessage({ id: 'QualityConfiguration_On' })}</span>
            </>
          }
          renderItem={(item) => {
            const was = known.get(item.id);
            const isOpen = openId === item.id;
            const isLocked = item.isActive && isMandatory(item, methods, signal);
            const share = item.isActive ? shares.of(item.method) : null;
            return (
              <>
                <button
                  type="button"
                  className={classes.name}
                  data-off={!item.isActive || undefined}
                  aria-expanded={isOpen}
                  onClick={() => setOpenId(isOpen ? null : item.id)}
                  onKeyDown={(event) => event.key === 'Escape' && setOpenId(null)}
                >
                  <b>{words.method(item.method)}</b>
                  {isLocked && <IconLock size={12} role="img" aria-label={formatMessage({ id: 'QualityConfiguration_Mandatory' })} />}
                  {isChanged(item, was) && (
                    <i className={classes.dot} role="img" aria-label={formatMessage({ id: 'QualityConfiguration_Unsaved' })} />
                  )}
                  {was && was.rank !== item.rank && (
                    <small>{formatMessage({ id: 'QualityConfiguration_WasRank' }, { rank: was.rank })}</small>
                  )}
                  <MethodPhrase item={item} />
                </button>
                <span className={classes.effect}>{formatMessage({ id: effectOf(item) })}</span>
                <span className={classes.number}>
                  {share === null ? '\u2014' : formatNumber(100 * share, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}
                </span>
                <Switch
                  size="xs"
                  aria-label={formatMessage({ id: 'QualityConfiguration_Switch' }, { method: words.method(item.method) })}
                  checked={item.isActive}
                  disabled={!canEdit || isLocked}
                  title={isLocked ? formatMessage({ id: 'QualityConfiguration_Mandatory' }) : undefined}
                  onChange={({ currentTarget }) => change(item.id, { isActive: currentTarget.checked })}
                />
                {isOpen && (
                  <MethodFields item={item} was={was} devices={devices} canEdit={canEdit} onChange={(part) => change(item.id, part)} />
                )}
              </>
            );
          }}
          onChange={(ordered) => onChange(withOrder(methods, ordered))}
        />
      </div>
    </section>
  );
}

/** What is set differently from the defaults, else what the method does. */
function MethodPhrase({ item }: { item: DraftMethod }) {
  const words = useQualityWords();
  const stated = Object.entries<string | number | boolean | null>(JSON.parse(item.settings));
  const first = stated.filter(([, value]) => typeof value === 'number').slice(0, 2);
  const text = first.map(([name, value]) => `${words.attribute(name)} ${words.setting(value, '')}`).join(', ');
  return <span className={classes.phrase}>{text === '' ? words.about(item.method) : text}</span>;
}

function AddMethod({ list, items, onAdd }: { list: ListKind; items: readonly DraftMethod[]; onAdd: (method: MethodName) => void }) {
  const { formatMessage } = useIntl();
  const words = useQualityWords();
  const kind = list === 'internal' ? 'test' : 'source';
  const others = Object.keys(QUALITY_METHODS)
    .filter(isMethodName)
    .filter((method) => QUALITY_METHODS[method].kind === kind && !items.some((each) => each.method === method));
  if (others.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-xs" variant="subtle" leftSection={<IconPlus size={14} />}>
          {formatMessage({ id: 'QualityConfiguration_AddMethod' })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {others.map((method) => (
          <Menu.Item key={method} onClick={() => onAdd(method)}>
            {words.method(method)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function isChanged(item: DraftMethod, was: DraftMethod | undefined): boolean {
  if (!was) return true;
  return (
    was.rank !== item.rank ||
    was.isActive !== item.isActive ||
    was.quality !== item.quality ||
    was.cascade !== item.cascade ||
    was.settings !== item.settings
  );
}
