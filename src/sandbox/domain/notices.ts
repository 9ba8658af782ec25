import { z } from 'zod';
import { notFound, ruleError } from '../http/errors.ts';
import { guid } from '../http/model-binding.ts';
import type { Notice, User } from '../state/entities/users.ts';
import type { World } from '../state/state.ts';
import { caseAccess, reaches, requireSection } from './permissions.ts';

const buttons = z
  .array(
    z.object({ Text: z.string().min(1), Link: z.string().min(1), OpenInNewWindow: z.boolean().nullish() }),
  )
  .nullish();

export const notification = z.object({
  Text: z.string().trim().min(1),
  Buttons: buttons,
  CloseOnClick: z.boolean().nullish(),
});

export const dialog = notification.extend({
  ObjectId: guid.nullish(),
  Title: z.string().trim().min(1),
  OnlyInObjectCard: z.boolean().nullish(),
});

/** Shows a pop-up to one user. The sender needs the access level View on the section Users. */
export function notify(
  world: World,
  sender: User,
  userId: string,
  body: z.output<typeof notification>,
): Notice {
  requireSection(sender, 'Users', 'View');
  return world.notices.insert(buildNotice(world, sender, recipient(world, userId), body));
}

/**
 * Opens a dialog for one user. The sender needs the access level View on the section Users. Sender and recipient need
 * View on the object. A newer dialog replaces the previous one (USO-10).
 */
export function openDialog(
  world: World,
  sender: User,
  userId: string,
  body: z.output<typeof dialog>,
): Notice {
  requireSection(sender, 'Users', 'View');
  const user = recipient(world, userId);
  if (body.ObjectId) {
    const object = world.objects.get(body.ObjectId);
    if (!object || ![sender, user].every((person) => reaches(caseAccess(person, object), 'View')))
      throw ruleError(404, 'NotFound', 'The case is not found or permissions are insufficient.');
  }
  for (const old of world.notices.filter((item) => item.kind === 'Dialog' && item.userId === user.id))
    world.notices.delete(old.id);
  return world.notices.insert({
    ...buildNotice(world, sender, user, body),
    kind: 'Dialog',
    title: body.Title,
    objectId: body.ObjectId ?? undefined,
    onlyInObjectCard: body.OnlyInObjectCard ?? true,
  });
}

function recipient(world: World, userId: string): User {
  const user = world.users.get(userId);
  if (!user) throw notFound('User', userId);
  return user;
}

function buildNotice(world: World, sender: User, user: User, body: z.output<typeof notification>): Notice {
  const now = world.stamp();
  return {
    id: world.newId(),
    createdAt: now,
    changedAt: now,
    kind: 'Notification',
    userId: user.id,
    senderId: sender.id,
    text: body.Text,
    buttons: (body.Buttons ?? []).map(({ Text, Link, OpenInNewWindow }) => ({
      text: Text,
      link: Link,
      openInNewWindow: OpenInNewWindow ?? undefined,
    })),
    closeOnClick: body.CloseOnClick ?? false,
  };
}
