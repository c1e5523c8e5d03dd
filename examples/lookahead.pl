#!/usr/bin/env perl
# A manager that plans both unit phases of a turn with the rules of `deathdome engine`.
#
#     deathdome sim --seats "command:perl examples/lookahead.pl,greedy" --matches 10
#
# Arguments, if any, are the command of the engine. Core modules only; docs/engine.md and
# docs/managers-protocol.md describe the messages.
use strict;
use warnings;
use IPC::Open2;
use JSON::PP;
use List::Util qw(max min sum0);

my $WIDTH = 6;          # plans of the first phase that are continued
my $HEALTH = 150_000;   # credits for all vitae of a unit
my $SHELL = 100_000;    # credits for a kill
my $CARDS = 60_000;     # credits for the power cards that an attack may take
my $PRISON = 150_000;   # credits for a unit out of play
my $HOPE = 0.8;         # share of a control point that counts before it is captured,
my $PACE = 0.88;        # for each step to it again

my @ACTIONS = qw(attack capture release);

$| = 1;
my $json = JSON::PP->new->utf8;
my ($from, $to);
open2($from, $to, @ARGV ? @ARGV : qw(deathdome engine));
my ($team, $steps, %worth, %pull, %items, %power);

sub engine {
    print {$to} $json->encode({@_}), "\n";
    $to->flush;
    return $json->decode(scalar <$from>);
}

# -- the worth of a position ----------------------------------------------------------------------

sub spot {    # column and row of a space such as k11; nothing for a base or a jail
    my ($column, $row) = $_[0] =~ /^([a-z]+)([0-9]+)$/ or return;
    my $x = 0;
    $x = 26 * $x + ord($_) - 96 for split //, $column;
    return ($x, $row);
}

sub survey {    # steps to each control point from everywhere: walls and lava block, bridges climb
    my ($board) = @_;
    my ($left, $first) = spot($board->{first});
    my (%sign, %steps);
    for my $y (0 .. $#{ $board->{rows} }) {
        my @signs = split //, $board->{rows}[$y];
        $sign{ $left + $_ }{ $first + $y } = $signs[$_] for 0 .. $#signs;
    }
    for my $point (@{ $board->{points} }) {
        my @open = [spot($point)];
        my $found = $steps{$point} = { "@{ $open[0] }" => 0 };
        while (my $here = shift @open) {
            my ($x, $y) = @$here;
            for my $next (map { my $u = $_; map { [$u, $_] } $y - 1 .. $y + 1 } $x - 1 .. $x + 1) {
                my ($u, $v) = @$next;
                my ($now, $there) = ($sign{$x}{$y}, $sign{$u}{$v} // '#');
                next if $there =~ /[#~J]/ || exists $found->{"$u $v"};
                next if $now =~ /[TC]/ && $there !~ /[TC=]/ || $there =~ /[TC]/ && $now !~ /[TC=]/;
                $found->{"$u $v"} = 1 + $found->{"$x $y"};
                push @open, $next;
            }
        }
    }
    return \%steps;
}

sub worth {    # of a node, in credits
    my ($node) = @_;
    my $payouts = $node->{payouts};
    my $total = $payouts->{$team} - max(map { $payouts->{$_} } grep { $_ ne $team } keys %$payouts);
    my $share = $HOPE * min(1, ($node->{rounds} - $node->{round}) / 2);
    for my $unit (values %{ $node->{units} }) {
        my $side = $unit->{team} eq $team ? 1 : -1;
        if ($unit->{at} =~ /^jail/) { $total -= $side * $PRISON; next }
        $total += $side * $HEALTH * $unit->{vitae} / $unit->{most};
        my $at = $unit->{at} eq 'base' ? $node->{base}{ $unit->{team} } : $unit->{at};
        my $pull = $pull{$at} //= pull($at);
        $total += $side * $share * max 0,
            map { $pull->{$_} } grep { $node->{points}{$_} ne $unit->{team} } keys %$pull;
    }
    return $total + $node->{luck};
}

sub pull {    # what each control point is worth to a unit on a space
    my $here = join ' ', spot($_[0]);
    return { map { $_ => $worth{$_} * $PACE ** ($steps->{$_}{$here} // 99) } keys %worth };
}

# -- nodes: positions of the engine with the actions that lead to them --------------------------

sub node {
    my ($reply, $parent, @path) = @_;
    my $view = $reply->{view};
    return {
        %$parent,
        %$reply,
        $view ? (units => $view->{units}, points => $view->{points}) : (),
        luck => $parent->{luck} // 0,
        path => \@path,
    };
}

sub after {    # the node after one action; attacks count as much as their odds
    my ($node, $action) = @_;
    my $walks = $action =~ /^(?:walk|activate|end)/;
    my @verbs = $action =~ /^walk/ ? @ACTIONS : $action =~ /^end/ ? 'activate' : (@ACTIONS, 'walk');
    my $reply = engine(
        type => 'apply', position => $node->{position}, actions => [$action],
        settle => 'default', show => ['options', 'payouts', $walks ? () : 'view'], verbs => \@verbs,
    );
    return if $reply->{type} eq 'error';
    my $next = node($reply, $node, @{ $node->{path} }, $action);
    if ($action =~ /^walk (\S+)/) {
        my $unit = $node->{unit};
        $next->{units} = { %{ $node->{units} }, $unit => { %{ $node->{units}{$unit} }, at => $1 } };
    }
    elsif ($action =~ /^attack/) {
        my $odds = engine(type => 'odds', position => $node->{position}, action => $action);
        my $gain = hit($node, @{ $odds->{units} // [] });
        if (my @lays = map { "lay $_" } @{ $node->{hand} }) {    # with every card in hand
            my $all = engine(
                type => 'odds', position => $node->{position}, action => $action, staged => \@lays,
            );
            $gain = max($gain, 0.8 * hit($node, @{ $all->{units} // [] }) - $CARDS);
        }
        $next->{luck} += $node->{worth} + $gain - worth($next);
    }
    $next->{worth} = worth($next);
    return $next;
}

sub hit {    # what an attack on these units is worth, by its odds
    my ($node, @struck) = @_;
    my $total = 0;
    for my $one (@struck) {
        my $unit = $node->{units}{ $one->{unit} };
        my $side = $unit->{team} eq $team ? -1 : 1;
        my $kill = $SHELL + $PRISON + $HEALTH * $one->{vitae} / $unit->{most};
        my $wounds = min($one->{vitae} - 1, $one->{expected});
        $total += $side * ($one->{dies} * $kill + $one->{hurt} * $HEALTH * $wounds / $unit->{most});
    }
    return $total;
}

sub phases {    # the best nodes after one more unit phase, best first
    my ($start, $width) = @_;
    my @open = $start->{kind} eq 'turn'
        ? grep { $_ } map { after($start, $_) } grep { /^activate/ } @{ $start->{options} }
        : ($start);
    my @done = $start->{kind} eq 'turn' ? ($start) : ();
    for my $begun (@open) {
        my @reached = $begun;
        for my $depth (1 .. 3) {
            my @next;
            for my $node (@reached) {
                next if $node->{kind} ne 'unit phase';
                my $walks = $depth != 2;    # before an action, or after it
                for my $action (@{ $node->{options} }) {
                    next if $action =~ /^end/ || $action =~ /^walk/ && !$walks;
                    my $found = after($node, $action) or next;
                    push @next, $found;
                }
            }
            push @done, @reached;
            @reached = @next;
            if ($depth == 2 && @reached > 3) {    # walks after an action: only for the best
                push @done, @reached;
                @reached = (sort { $b->{worth} <=> $a->{worth} } @reached)[0 .. 2];
            }
        }
        push @done, @reached;
    }
    my @best = sort { $b->{worth} <=> $a->{worth} } @done;
    my %seen;    # two plans of a unit at most, so that one unit does not fill the list
    @best = grep { $seen{ $_->{path}[0] // '' }++ < 2 } @best unless @{ $start->{path} };
    splice @best, $width if @best > $width;
    return map { $_->{kind} eq 'unit phase' ? after($_, 'end phase') // $_ : $_ } @best;
}

sub plan {    # the actions of the best turn
    my ($ask) = @_;
    my $start = engine(type => 'position', position => $ask->{position}, show => ['view']);
    return [$ask->{default}] if $start->{type} eq 'error';
    my $view = $start->{view};
    my %base = map { $_ => $view->{teams}{$_}{base} } keys %{ $view->{teams} };
    my $world = engine(
        type => 'determinize', position => $start->{position}, seed => $ask->{seed},
        show => ['options', 'payouts', 'view'], verbs => ['activate', 'walk', @ACTIONS],
    );
    my $root = node($world, { base => \%base, hand => [map { $_->{id} } @{ $view->{hand} }], rounds => $view->{rounds} });
    $root->{worth} = worth($root);
    my @plans = phases($root, $WIDTH);
    my @both = map { $_->{kind} eq 'turn' && $_->{seat} eq $team ? phases($_, 1) : $_ } @plans;
    my ($best) = sort { $b->{worth} <=> $a->{worth} } @both;
    my @path = @{ $best->{path} };
    return @path ? \@path : [$ask->{default}];
}

# -- cards and the store --------------------------------------------------------------------------

sub cards {    # lay the card that helps most, if it helps enough
    my ($ask) = @_;
    my @lays = grep { /^lay/ } @{ $ask->{options} };
    my $odds = engine(type => 'odds', position => $ask->{position});
    return $ask->{default} if !@lays || $odds->{type} eq 'error';
    my %value = map { $_ => $power{ substr $_, 4 } } @lays;
    @lays = sort { $value{$a} <=> $value{$b} } @lays;
    if ($ask->{kind} eq 'defence cards') {
        my @needs = grep { $_ } map { $_->{need} } grep { $_->{unit} =~ /^$team\./ } @{ $odds->{units} };
        return $ask->{default} if !@needs || min(@needs) > sum0(values %value);
        return (grep { $value{$_} >= min(@needs) } @lays)[0] // $lays[-1];
    }
    my $all = engine(type => 'odds', position => $ask->{position}, staged => \@lays);
    return $ask->{default} if $odds->{death}[0] > 0.9 || ($all->{death}[0] // 0) < 0.4;
    for my $lay (@lays) {
        my $one = engine(type => 'odds', position => $ask->{position}, staged => [$lay]);
        return $lay if $one->{death}[0] > 0.9;
    }
    return $lays[-1];
}

sub store {    # a weapon for each unit, then what else there is, the dearest first
    my ($ask) = @_;
    my ($view, @options) = ($ask->{view}, @{ $ask->{options} });
    my %bare = map { /\.(\w+)/ && ($1 => 1) }
        grep { @{ $view->{units}{$_}{arms} } < 2 } grep { /^$team\./ } keys %{ $view->{units} };
    my $purse = $view->{teams}{$team}{credits};
    my ($best, $most) = (undef, 0);
    for my $option (grep { /^buy/ } @options) {
        my $item = $items{ substr $option, 4 } or next;
        next if $item->{price} > 200_000 && $item->{price} > 0.55 * $purse;
        my $likes = $item->{price} * ($item->{weapon} ? ($bare{ $item->{deck} } ? 1.5 : 0.2) : 1);
        ($best, $most) = ($option, $likes) if $likes > $most;
    }
    my ($equip) = sort { armed($ask, $a) <=> armed($ask, $b) } grep { /^equip/ } @options;
    return $equip // $best // $ask->{default};
}

sub armed {    # weapons of the unit that would get an item
    my ($ask, $equip) = @_;
    my ($unit) = $equip =~ /(\w+\.\S+)$/;
    return scalar @{ $ask->{view}{units}{ $unit // '' }{arms} // [] };
}

my @plan;    # the rest of the turn

# -- the game -------------------------------------------------------------------------------------

while (my $line = <STDIN>) {
    my $ask = $json->decode($line);
    if ($ask->{type} eq 'begin') {
        $team = $ask->{team};
        %items = map { $_->{id} => $_ } @{ $ask->{cards}{items} };
        %power = map { $_->{id} => $_->{value} } @{ $ask->{cards}{power} };
        $steps = survey($ask->{board});
        %worth = map { $_ => 100_000 } @{ $ask->{board}{points} };
        $worth{$_} = 400_000 for @{ $ask->{board}{towers} };
        print $json->encode({ type => 'ready', schema => 1, name => 'lookahead' }), "\n";
    }
    elsif ($ask->{type} eq 'decide') {
        my ($kind, $option) = ($ask->{kind}, $ask->{default});
        if ($kind eq 'purchase') { $option = store($ask) }
        elsif ($kind eq 'turn' || $kind eq 'unit phase') {
            my $next = shift @plan;    # an attack may end otherwise, so the plan ends with it
            @plan = @{ plan($ask) } and $next = shift @plan
                unless defined $next && grep { $_ eq $next } @{ $ask->{options} };
            @plan = () if $next =~ /^attack/;
            $option = $next;
        }
        elsif ($kind =~ /cards$/) { $option = cards($ask) }
        elsif ($kind eq 'further attack') {
            $option = (grep { /^attack/ } @{ $ask->{options} })[0] // $option;
        }
        print $json->encode({ number => $ask->{number}, option => $option }), "\n";
    }
}
